import { literal, type LiteralStyle, readPart, type Sample, type SampleRequest } from './sample-request.ts';

const style: LiteralStyle = {
  indent: '    ',
  object: '{',
  array: '[',
  words: { true: 'True', false: 'False', null: 'None' },
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  variable: (name) => `os.environ["${name}"]`,
};

/** A script for Python 3.9 or later with its standard library alone. */
export function pythonSample(request: SampleRequest): Sample {
  const { method, body, query, streams, operation } = request;
  const modules = [...(streams ? ['io'] : []), 'json', 'os', 'urllib.error'];
  const all = [...modules, ...(query.length > 0 ? ['urllib.parse'] : []), 'urllib.request'];
  const headers = body === undefined ? '' : ', "Content-Type": "application/json"';
  const data = body === undefined ? '' : `    data=json.dumps(${literal(body, style, 1)}).encode(),\n`;
  return {
    language: 'Python',
    file: `${operation}.py`,
    run: `python3 ${operation}.py`,
    code: `${all.map((name) => `import ${name}\n`).join('')}${streams ? readStream : ''}
request = urllib.request.Request(
    ${address(request)},
    method="${method}",
    headers={"Authorization": "Bearer " + os.environ["API_KEY"]${headers}},
${data})
try:
    with urllib.request.urlopen(request) as response:
${streams ? printStream : '        print(json.dumps(json.load(response), indent=2))\n'}except urllib.error.HTTPError as error:
    raise SystemExit(f"{error.code}: {json.load(error)['error']}")
`,
  };
}

function address({ path, query }: SampleRequest): string {
  const url = `os.environ["BASE_URL"] + "${path}`;
  if (query.length === 0) return `${url}"`;
  const pairs = query.map(([name, value]) => `"${name}": ${literal(value, style, 0)}`);
  return `${url}?" + urllib.parse.urlencode({${pairs.join(', ')}})`;
}

const readStream = readPart('read-stream.py');

const printStream = readPart('print-stream.py');
