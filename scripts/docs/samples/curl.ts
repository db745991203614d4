import type { Sample, SampleRequest } from './sample-request.ts';

/** A function of a POSIX shell that prints a value of the file in which `npm start` leaves its address, keys and ids. */
export const settingFunction = String.raw`setting() { sed -n 's/^ *"'"$1"'": "\(.*\)".*/\1/p' data/connection.json; }`;

/** A command for a POSIX shell. `--cacert` is there where $CA is set: zsh does not split one expansion into two words. */
export function curlSample({ method, path, query, body, streams }: SampleRequest): Sample {
  const parameters = query.map(([name, value]) => `${name}=${fill(value, (variable) => `$${variable}`)}`);
  const target = `$BASE_URL${path}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
  const options = [
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $API_KEY"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ];
  const start = `curl ${streams ? '-N ' : ''}\${CA:+--cacert} \${CA:+"$CA"} "${target}"`;
  return {
    language: 'curl',
    file: undefined,
    run: undefined,
    code: [start, ...options].join(' \\\n  '),
  };
}

/** JSON as one word of the shell, in which variables stand for placeholders. */
function quoted(body: object): string {
  const text = JSON.stringify(body, undefined, 2).replaceAll("'", String.raw`'\''`);
  return `'${fill(text, (variable) => `'"$${variable}"'`)}'`;
}

function fill(text: string, write: (variable: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => write(name.toUpperCase()));
}
