import type { Schemas } from './client.ts';
import { bind, Field, NumberField, Section, Select, TextArea } from './fields.tsx';

type Agent = Schemas['DashboardAgent'];
type Config = Agent['config'];
type Options = Schemas['AgentOptions'];

/** What people decide about an agent, as the form holds it. */
export interface AgentFields {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly config: Config;
}

export function fieldsOf({ name, type, description, config }: Agent): AgentFields {
  return { name, type, description: description ?? '', config };
}

/** The fields as requests have them: what is empty is absent. */
export function requestOf({ name, type, description, config }: AgentFields): Schemas['AgentCreate'] {
  const text = description.trim();
  return { name: name.trim(), type: type.trim(), config, ...(text !== '' && { description: text }) };
}

interface AgentFormProps {
  readonly fields: AgentFields;
  readonly options: Options;
  onChange(part: Partial<AgentFields>): void;
}

export function AgentForm({ fields, options, onChange }: AgentFormProps) {
  const setConfig = (part: Partial<Config>): void => onChange({ config: { ...fields.config, ...part } });
  const bound = bind(fields, onChange);
  return (
    <>
      <Section title="Assistant">
        <Field label="Name" {...bound('name')} required maxLength={200} />
        <TextArea
          label="Instructions"
          hint="Who it is, how it writes, what it must not do: the model reads them before every conversation, the built-in one does not (the system prompt)."
          rows={12}
          {...bind(fields.config, setConfig)('system_prompt')}
          required
          maxLength={32_000}
        />
      </Section>
      <Section title="Model">
        <ModelFields config={fields.config} options={options} onChange={setConfig} />
      </Section>
      <Section title="What it looks up">
        <ToolChoice config={fields.config} options={options} onChange={setConfig} />
      </Section>
      <Section title="For your team">
        <Field
          label="Kind"
          hint="For programs that choose among agents: customer_support, for example."
          {...bound('type')}
          required
          maxLength={64}
        />
        <TextArea label="Description" {...bound('description')} rows={2} maxLength={2000} />
      </Section>
    </>
  );
}

interface ConfigProps {
  readonly config: Config;
  readonly options: Options;
  onChange(part: Partial<Config>): void;
}

const providers = [
  ['provider_one', 'Model vendor'],
  ['provider_two', 'Model router'],
  ['provider_three', 'Cloud platform'],
] as const;
const other = 'other';

function ModelFields({ config, options, onChange }: ConfigProps) {
  const idOf = (model: Pick<Config, 'model_provider' | 'model_id'>): string =>
    `${model.model_provider} ${model.model_id}`;
  const isKnown = options.models.some((model) => idOf(model) === idOf(config));
  const choose = (id: string): void => {
    const model = options.models.find((one) => idOf(one) === id);
    onChange(
      model === undefined
        ? { model_id: '' }
        : { model_provider: model.model_provider, model_id: model.model_id },
    );
  };
  return (
    <>
      <Select
        label="Model"
        value={isKnown ? idOf(config) : other}
        options={[
          ...options.models.map((model) => [idOf(model), model.name] as const),
          [other, 'Another model …'] as const,
        ]}
        onChange={choose}
      />
      {options.models.length === 0 && (
        <p class="note amber">
          No model is connected, so agents cannot reply yet: whoever runs the service sets
          <code> PROVIDER_ONE_API_KEY</code>, or <code>MODEL_FALLBACK=built-in</code>.
        </p>
      )}
      {!isKnown && <OtherModel config={config} onChange={onChange} />}
      <Sampling config={config} onChange={onChange} />
    </>
  );
}

function OtherModel({ config, onChange }: Omit<ConfigProps, 'options'>) {
  const bound = bind(config, onChange);
  return (
    <div class="pair">
      <Select label="Provider" options={providers} {...bound('model_provider')} />
      <Field label="The vendor’s name of the model" {...bound('model_id')} required maxLength={200} />
    </div>
  );
}

function Sampling({ config, onChange }: Omit<ConfigProps, 'options'>) {
  const bound = bind(config, onChange);
  return (
    <div class="pair">
      <NumberField
        label="Variety"
        hint="0 for the most likely words, 1 for the most varied (the temperature)."
        {...bound('temperature')}
        min={0}
        max={1}
        step={0.05}
      />
      <NumberField
        label="Longest reply"
        hint="In tokens; a token is about three quarters of a word."
        {...bound('max_tokens')}
        min={1}
        step={1}
      />
    </div>
  );
}

/** The tools of the store, and those that the agent names though no connection has them. */
function ToolChoice({ config, options, onChange }: ConfigProps) {
  const capabilities = config.mcp_capabilities ?? [];
  const isOn = (type: string): boolean => capabilities.some((one) => one.type === type && one.enabled);
  const set = (type: string, enabled: boolean): void => {
    const isListed = capabilities.some((one) => one.type === type);
    const changed = capabilities.map((one) => (one.type === type ? { type, enabled } : one));
    onChange({ mcp_capabilities: isListed ? changed : [...changed, { type, enabled }] });
  };
  const unknown = capabilities.filter(({ type }) => !options.tools.some((tool) => tool.type === type));
  const tools = [
    ...options.tools,
    ...unknown.map(({ type }) => ({
      type,
      name: type,
      description: 'No connection of this type: it looks up nothing.',
    })),
  ];
  return (
    <fieldset class="choice">
      <legend class="hidden">What it looks up</legend>
      {tools.map(({ type, name, description }) => (
        <label key={type}>
          <input
            type="checkbox"
            checked={isOn(type)}
            onChange={(event) => set(type, event.currentTarget.checked)}
          />
          <span>
            {name}
            <small>{description}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
