import type { Schemas } from './client.ts';
import { contrastWarnings } from './contrast.ts';
import { bind, Choice, ColorField, Field, Lines, Section, Select, TextArea, usedLines } from './fields.tsx';

type Chatbot = Schemas['Chatbot'];
type Settings = Chatbot['config'];
type Theme = Settings['theme'];
type Agent = Schemas['DashboardAgent'];

/** What people decide about a chatbot, as the form holds it. */
export type ChatbotFields = Pick<
  Chatbot,
  'name' | 'agent_id' | 'config' | 'allowed_origins' | 'image_hosts' | 'link_hosts' | 'status' | 'note'
>;

export function fieldsOf(chatbot: Chatbot): ChatbotFields {
  const { name, agent_id, config, allowed_origins, image_hosts, link_hosts, status, note } = chatbot;
  return { name, agent_id, config, allowed_origins, image_hosts, link_hosts, status, note };
}

/** The fields as requests have them: without empty lines, an empty subtitle and an empty picture. */
export function requestOf(fields: ChatbotFields): Schemas['ChatbotCreate'] {
  return {
    ...fields,
    name: fields.name.trim(),
    config: settingsOf(fields.config),
    allowed_origins: usedLines(fields.allowed_origins),
    image_hosts: usedLines(fields.image_hosts),
    link_hosts: usedLines(fields.link_hosts),
    note: fields.note?.trim() || null,
  };
}

/** The settings of the widget as a request, and as the preview shows them. */
export function settingsOf({ subtitle = '', avatar_url: avatar = '', ...config }: Settings): Settings {
  return {
    ...config,
    suggested_prompts: usedLines(config.suggested_prompts),
    ...(subtitle.trim() !== '' && { subtitle }),
    ...(avatar.trim() !== '' && { avatar_url: avatar.trim() }),
  };
}

interface ChatbotFormProps {
  readonly fields: ChatbotFields;
  readonly agents: readonly Agent[];
  onChange(part: Partial<ChatbotFields>): void;
}

export function ChatbotForm({ fields, agents, onChange }: ChatbotFormProps) {
  const setConfig = (part: Partial<Settings>): void => onChange({ config: { ...fields.config, ...part } });
  const bound = bind(fields, onChange);
  const agent = agents.find(({ id }) => id === fields.agent_id);
  return (
    <>
      <Section title="Chatbot">
        <Field label="Name" hint="For your team." {...bound('name')} required maxLength={200} />
        <Field
          label="Note"
          hint="For your team; visitors never see it. You can leave it empty."
          {...bound('note')}
          maxLength={500}
        />
        <Select
          label="Agent"
          hint={agent?.status === 'disabled' ? 'This agent is disabled: shoppers get no reply.' : undefined}
          options={agents.map((each) => [each.id, optionNameOf(each, agents)] as const)}
          {...bound('agent_id')}
        />
      </Section>
      <Section title="Words">
        <Words config={fields.config} onChange={setConfig} />
      </Section>
      <Section title="Look">
        <Look config={fields.config} onChange={setConfig} />
      </Section>
      <Section title="Where it works">
        <Places fields={fields} onChange={onChange} />
      </Section>
    </>
  );
}

/** An agent's name; with the end of its id where another agent has the same name. */
function optionNameOf({ id, name }: Agent, agents: readonly Agent[]): string {
  const isShared = agents.some((other) => other.id !== id && other.name === name);
  return isShared ? `${name} (…${id.slice(-4)})` : name;
}

interface SettingsProps {
  readonly config: Settings;
  onChange(part: Partial<Settings>): void;
}

function Words({ config, onChange }: SettingsProps) {
  const bound = bind(config, onChange);
  return (
    <>
      <Field label="Title" {...bound('title')} required maxLength={100} />
      <Field label="Subtitle" hint="You can leave it empty." {...bound('subtitle')} maxLength={200} />
      <TextArea label="Welcome message" {...bound('welcome_message')} rows={2} required maxLength={1000} />
      <Lines
        label="Suggested questions"
        hint="One a line, at most 10. Shoppers click on them to begin."
        {...bound('suggested_prompts')}
      />
      <Choice
        label="AI can make mistakes"
        options={shownOrHidden}
        value={config.ai_notice === false ? 'hidden' : 'shown'}
        onChange={(shown) => onChange({ ai_notice: shown === 'shown' })}
      />
      <Choice
        label="A message for a person"
        options={offers}
        value={config.leave_message === false ? 'off' : 'on'}
        onChange={(offer) => onChange({ leave_message: offer === 'on' })}
      />
    </>
  );
}

const colors = [
  ['primary_color', 'Primary colour'],
  ['background_color', 'Background'],
  ['text_color', 'Text'],
  ['user_message_color', "Shopper's messages"],
  ['bot_message_color', "Agent's messages"],
] as const;

/** The theme with one colour changed. The shopper's messages keep the primary colour, unless they have their own. */
function withColor(theme: Theme, name: keyof Theme, color: string): Theme {
  const isFollowed = name === 'primary_color' && theme.user_message_color === theme.primary_color;
  return { ...theme, [name]: color, ...(isFollowed && { user_message_color: color }) };
}

const bubbleStyles = [
  ['rounded', 'Rounded'],
  ['square', 'Square'],
  ['pill', 'Pill, with the title'],
] as const;

const shownOrHidden = [
  ['shown', 'Say so below the input'],
  ['hidden', 'Leave it out'],
] as const;

const offers = [
  ['on', 'Offer to leave one after a reply that is no help'],
  ['off', 'Do not offer it'],
] as const;

const darkModes = [
  ['device', 'As the device'],
  ['off', 'Always these colours'],
] as const;

const statuses = [
  ['active', 'Shown'],
  ['disabled', 'Disabled: no button'],
] as const;

const positions = [
  ['bottom-right', 'Bottom right'],
  ['bottom-left', 'Bottom left'],
] as const;

function Look({ config, onChange }: SettingsProps) {
  const bound = bind(config, onChange);
  const warnings = contrastWarnings(config.theme);
  return (
    <>
      <div class="pair">
        {colors.map(([name, label]) => (
          <ColorField
            key={name}
            label={label}
            value={config.theme[name]}
            onChange={(color) => onChange({ theme: withColor(config.theme, name, color) })}
          />
        ))}
      </div>
      <div role="status" class={warnings.length > 0 ? 'note amber contrast' : 'contrast'}>
        {warnings.length > 0 && (
          <>
            <p>Hard to read; the widget shows black or white there instead. Text needs 4.5 : 1.</p>
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div class="pair">
        <Choice label="Button" options={bubbleStyles} {...bound('bubble_style')} />
        <Choice label="Position" options={positions} {...bound('position')} />
      </div>
      <Choice
        label="Dark mode"
        options={darkModes}
        value={config.dark_mode === false ? 'off' : 'device'}
        onChange={(mode) => onChange({ dark_mode: mode === 'device' })}
      />
      <Field
        label="Picture"
        hint="Of your shop or assistant, for the header: https://shop.example/logo.png. You can leave it empty."
        {...bound('avatar_url')}
        maxLength={2000}
      />
    </>
  );
}

function Places({ fields, onChange }: Omit<ChatbotFormProps, 'agents'>) {
  const bound = bind(fields, onChange);
  return (
    <>
      <Choice label="On pages" options={statuses} {...bound('status')} />
      <Lines
        label="Websites"
        hint="Whose pages may show the chatbot, one a line: https://shop.example. Each subdomain is a website of its own."
        {...bound('allowed_origins')}
      />
      {fields.allowed_origins.every((origin) => origin.trim() === '') && (
        <p class="note amber">No page may show this chatbot yet: add the website of your shop.</p>
      )}
      <Lines
        label="Pictures from"
        hint="Whose product pictures it shows, one a line: cdn.shop.example."
        rows={2}
        {...bound('image_hosts')}
      />
      <Lines
        label="Links to"
        hint="Where links in the agent's text may lead, one a line. Empty: anywhere."
        rows={2}
        {...bound('link_hosts')}
      />
    </>
  );
}
