/* The C peer: values forward, then leaf gradients back, by a loop over a flat tape. */
#include <math.h>

enum op { LEAF, ADD, SUB, MUL, DIV, NEG, POW, TANH, RELU };

struct tape {
    long nodes, leaves;
    const int *op, *a, *b, *leaf;
    const double *n, *given;
    double *v, *g, *out;
};

void run(const struct tape *t)
{
    double *v = t->v, *g = t->g;
    for (long i = 0; i < t->leaves; i++)
        v[t->leaf[i]] = t->given[i];
    for (long i = 0; i < t->nodes; i++) {
        double a = v[t->a[i]], b = v[t->b[i]];
        g[i] = 0;
        switch (t->op[i]) {
        case ADD: v[i] = a + b; break;
        case SUB: v[i] = a - b; break;
        case MUL: v[i] = a * b; break;
        case DIV: v[i] = a / b; break;
        case NEG: v[i] = -a; break;
        case POW: v[i] = pow(a, t->n[i]); break;
        case TANH: v[i] = tanh(a); break;
        case RELU: v[i] = a > 0 ? a : 0; break;
        }
    }
    g[t->nodes - 1] = 1;
    for (long i = t->nodes - 1; i >= 0; i--) {
        int left = t->a[i], right = t->b[i];
        double a = v[left], b = v[right], d = g[i];
        switch (t->op[i]) {
        case ADD: g[left] += d; g[right] += d; break;
        case SUB: g[left] += d; g[right] -= d; break;
        case MUL: g[left] += d * b; g[right] += d * a; break;
        case DIV: g[left] += d / b; g[right] -= d * v[i] / b; break;
        case NEG: g[left] -= d; break;
        case POW: g[left] += d * t->n[i] * pow(a, t->n[i] - 1); break;
        case TANH: g[left] += d * (1 - v[i] * v[i]); break;
        case RELU: g[left] += a > 0 ? d : 0; break;
        }
    }
    for (long i = 0; i < t->leaves; i++)
        t->out[i] = g[t->leaf[i]];
}
