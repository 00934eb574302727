// Whose work the page holds, in a file beside it: Vite lists the packages and their licences; what the fonts say, and where a source is, is added.
import type { Plugin } from "vite";

export const NOTICES = "licences.txt";

// Read in the fonts' own name tables: the licence of KaTeX's package is its code's, that of Source Code Pro's names another.
const MORE = `
## KaTeX's fonts (OFL-1.1)

Copyright (c) 2009-2010, Design Science, Inc. (<www.mathjax.org>)
Copyright (c) 2014-2018 Khan Academy (<www.khanacademy.org>),
with Reserved Font Names KaTeX_AMS, KaTeX_Caligraphic, KaTeX_Fraktur, KaTeX_Main, KaTeX_Math, KaTeX_SansSerif,
KaTeX_Script, KaTeX_Size1, KaTeX_Size2, KaTeX_Size4 and KaTeX_Typewriter.

This Font Software is licensed under the SIL Open Font License, Version 1.1, which is copied above.

## Source Code Pro's fonts (OFL-1.1)

© 2023 Adobe (http://www.adobe.com/), with Reserved Font Name ‘Source’.

This Font Software is licensed under the SIL Open Font License, Version 1.1, which is copied above.

## mediabunny's source

It is used unchanged. Its source, under the Mozilla Public License 2.0, which is copied above, is at
https://github.com/Vanilagy/mediabunny, by the version named above.
`;

/** Adds the fonts' notices, and where a source is, to the list that `build.license` makes. */
export function fontNotices(): Plugin {
  return {
    name: "font-notices",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const list = bundle[NOTICES];
        if (list?.type !== "asset") this.error(`there is no ${NOTICES} to add the fonts' notices to`);
        list.source = `${list.source.toString()}${MORE}`;
      },
    },
  };
}
