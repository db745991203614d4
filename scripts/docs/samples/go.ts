import { literal, type LiteralStyle, readPart, type Sample, type SampleRequest } from './sample-request.ts';

const style: LiteralStyle = {
  indent: '\t',
  object: 'map[string]any{',
  array: '[]any{',
  words: { null: 'nil' },
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  variable: (name) => `os.Getenv("${name}")`,
  aligns: true,
};

/** A program for Go 1.19 or later with its standard library alone. */
export function goSample(request: SampleRequest): Sample {
  const { operation, body, query, streams } = request;
  const packages = [
    ...(streams ? ['bufio'] : []),
    ...(body === undefined ? [] : ['bytes']),
    ...(body === undefined && !streams ? [] : ['encoding/json']),
    ...(streams ? ['errors'] : []),
    'fmt',
    'io',
    'log',
    'net/http',
    ...(query.length > 0 ? ['net/url'] : []),
    'os',
    ...(streams ? ['strings'] : []),
  ];
  return {
    language: 'Go',
    file: `${operation}.go`,
    run: `go run ${operation}.go`,
    code: `package main

import (
${packages.map((name) => `\t"${name}"\n`).join('')})

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
${send(request)}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		text, _ := io.ReadAll(response.Body)
		return fmt.Errorf("%d: %s", response.StatusCode, text)
	}
${streams ? printStream : '\t_, err = io.Copy(os.Stdout, response.Body)\n\treturn err\n'}}
${streams ? readStream : ''}`,
  };
}

function send({ method, path, query, body }: SampleRequest): string {
  const pairs = query.map(([name, value]) => `"${name}": {${literal(value, style, 0)}}`);
  const address = `os.Getenv("BASE_URL")+"${path}${pairs.length > 0 ? '?"+query.Encode()' : '"'}`;
  const queryLine = pairs.length > 0 ? `\tquery := url.Values{${pairs.join(', ')}}\n` : '';
  const bodyLines =
    body === undefined ? '' : `\tbody, err := json.Marshal(${literal(body, style, 1)})\n${check}`;
  const reader = body === undefined ? 'nil' : 'bytes.NewReader(body)';
  const json = body === undefined ? '' : '\trequest.Header.Set("Content-Type", "application/json")\n';
  return `${queryLine}${bodyLines}	request, err := http.NewRequest("${method}", ${address}, ${reader})
${check}	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
${json}`;
}

const check = '\tif err != nil {\n\t\treturn err\n\t}\n';

const printStream = readPart('print-stream.go');

const readStream = readPart('read-stream.go');
