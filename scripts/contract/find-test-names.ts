import ts from 'typescript';

/** What one test file proves: the requirement ids in its strings, and whether it drives a real browser. */
export interface TestNames {
  readonly requirements: readonly string[];
  readonly browser: boolean;
}

/**
 * Reads the ids out of the strings of a test file: titles, and the tables that titles are filled from. Comments do not
 * count, because a comment cannot fail. A file is a browser test when it imports playwright or a module named after a browser.
 */
export function findTestNames(file: string, text: string): TestNames {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const requirements = new Set<string>();
  let browser = false;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      browser ||= /playwright|browser/.test(node.moduleSpecifier.getText(source));
    else if (isText(node)) for (const id of node.text.match(/R-[\dX.]+-\d\d/g) ?? []) requirements.add(id);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { requirements: [...requirements], browser };
}

function isText(
  node: ts.Node,
): node is ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateHead {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  );
}
