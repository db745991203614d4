import type { ScreenProps } from './client.ts';
import definitions from './definitions.json' with { type: 'json' };
import { Definition, type DefinedNumber } from './figures.tsx';
import { PageHeading } from './page-heading.tsx';

/** Every number of the pages, in the words that stand beside it. */
export function DefinitionsPage({ store }: ScreenProps) {
  const names = Object.keys(definitions) as DefinedNumber[];
  return (
    <>
      <PageHeading
        title="What the numbers mean"
        store={store}
        lead="Each number, and each result of a reply."
      />
      <dl class="definitions box lined">
        {names.map((name) => (
          <div key={name}>
            <dt>{definitions[name].name}</dt>
            <dd>
              <Definition of={name} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
