/** What every generated file says first, in the comment syntax of its format. */
export const headLine = 'Generated from spec/. Do not edit; change spec/ and run: npm run generate';
