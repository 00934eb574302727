"""What runs programs: a stack machine over `Value`s and plain numbers, with budgets, that can do nothing
else."""
