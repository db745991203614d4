// node modelina.mjs <language> <document> <folder>: writes the models of an OpenAPI or AsyncAPI document. Plain
// JavaScript, because the types of Modelina are not installed where this project's types are checked.
import { readFileSync } from 'node:fs';
import {
  GO_COMMON_PRESET,
  GoFileGenerator,
  JAVA_JACKSON_PRESET,
  JavaFileGenerator,
  PYTHON_PYDANTIC_PRESET,
  PythonFileGenerator,
  TypeScriptFileGenerator,
} from '@asyncapi/modelina';

const generators = {
  TypeScript: () => new TypeScriptFileGenerator({ modelType: 'interface', rawPropertyNames: true }),
  Go: () => new GoFileGenerator({ presets: [{ preset: GO_COMMON_PRESET, options: { addJsonTag: true } }] }),
  Python: () => new PythonFileGenerator({}),
  'Python with Pydantic': () => new PythonFileGenerator({ presets: [PYTHON_PYDANTIC_PRESET] }),
  Java: () => new JavaFileGenerator({ collectionType: 'List', presets: [JAVA_JACKSON_PRESET] }),
};

const [language, document, folder] = process.argv.slice(2);
const options = { exportType: 'named', packageName: 'models', importsStyle: 'explicit' };
const models = await generators[language]().generateToFiles(
  JSON.parse(readFileSync(document, 'utf8')),
  folder,
  options,
  true,
);
console.log(models.map((model) => model.modelName).join(' '));
