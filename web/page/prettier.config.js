// How TypeScript and CSS are set. Templates are left as they stand: white space between elements is seen on the page.
export default {
  printWidth: 140,
  embeddedLanguageFormatting: "off",
};
