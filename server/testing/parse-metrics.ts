/** The samples of a scrape: the value of each by its name and labels, as the text has them. */
export type Samples = ReadonlyMap<string, number>;

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const comment = new RegExp(`^# (HELP|TYPE) (${name}) (.+)$`);
// prom-client writes Nan for an empty histogram; Prometheus reads it without regard to case.
const sample = new RegExp(`^(${name})(\\{${label}(?:,${label})*\\})? (-?[0-9.eE+-]+|[+-]Inf|NaN|Nan)$`);
const types = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];

/** Parses Prometheus' text format 0.0.4, strictly. Throws an error that names the first line that breaks it. */
export function parseMetrics(text: string): Samples {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const samples = new Map<string, number>();
  const families = new Map<string, string>();
  let family = '';
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, keyword, named, rest] = comment.exec(line) ?? [];
    if (keyword === 'TYPE') {
      if (families.has(named ?? '') || !types.includes(rest ?? '')) throw new Error(`invalid type: ${line}`);
      families.set((family = named ?? ''), rest ?? '');
    }
    if (keyword !== undefined) continue;
    const [, own = '', labels = '', value = ''] = sample.exec(line) ?? [];
    if (own === '') throw new Error(`not a line of the text format: ${line}`);
    if (!belongsTo(own, family, families.get(family))) throw new Error(`outside of its family: ${line}`);
    if (samples.has(own + labels)) throw new Error(`duplicated: ${line}`);
    samples.set(own + labels, Number(value.replace('Inf', 'Infinity')));
  }
  return samples;
}

function belongsTo(sampleName: string, family: string, type: string | undefined): boolean {
  const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  return type === 'summary'
    ? sampleName.startsWith(family)
    : suffixes.some((suffix) => sampleName === family + suffix);
}
