import type { RequirementId } from '../../generated/requirements.ts';
import type { CheckContext, Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { isObject, type Exchange, type StoreName } from '../exchange.ts';

export const widgetPath = '/api/widget/config';

/** Reads the widget configuration of one chatbot with the key of a store. */
export function readWidget(
  { client }: CheckContext,
  chatbotId: string,
  store: StoreName = 'main',
): Promise<Exchange> {
  return client.contract.getWidgetConfig(chatbotId, { store });
}

type Fields = Readonly<Record<string, unknown>>;
type Rule = readonly [
  requirement: RequirementId,
  field: string,
  kind: string,
  isValid: (value: unknown) => boolean,
];

/** A text, and not what JavaScript prints for a missing one, or for an object. */
const isString = (value: unknown): boolean =>
  typeof value === 'string' && !['undefined', 'null', '[object Object]'].includes(value);
const isStringArray = (value: unknown): boolean => Array.isArray(value) && value.every(isString);
const oneOf =
  (...allowed: readonly string[]) =>
  (value: unknown): boolean =>
    allowed.includes(value as string);

const bubbleStyles = ['rounded', 'square', 'pill'];
const positions = ['bottom-right', 'bottom-left'];

const topRules: readonly Rule[] = [
  ['R-2.3-02', 'agent_id', 'a string', isString],
  ['R-2.3-03', 'name', 'a string', isString],
];

const configRules: readonly Rule[] = [
  ['R-2.3-04', 'welcome_message', 'a string', isString],
  ['R-2.3-05', 'suggested_prompts', 'an array of strings', isStringArray],
  ['R-2.3-06', 'theme', 'an object', isObject],
  ['R-2.3-07', 'bubble_style', `one of ${bubbleStyles.join(', ')}`, oneOf(...bubbleStyles)],
  ['R-2.3-08', 'position', `one of ${positions.join(', ')}`, oneOf(...positions)],
  ['R-2.3-09', 'title', 'a string', isString],
];

const colours = [
  'primary_color',
  'background_color',
  'text_color',
  'user_message_color',
  'bot_message_color',
];
const themeRules = colours.map((colour): Rule => ['R-2.3-06', colour, 'a string', isString]);

// An absent subtitle may be null: source 2.3 only makes it optional.
const subtitle: Rule = ['R-2.3-10', 'subtitle', 'a string', (value) => value === null || isString(value)];

function apply(rules: readonly Rule[], fields: Fields, path: string): readonly Finding[] {
  return rules
    .filter(([, field, , isValid]) => !isValid(fields[field]))
    .map(([requirement, field, kind]) => ({
      requirement,
      expected: ['widget-field', path, field, kind],
      actual: field in fields ? showValue(fields[field]) : `no field ${path}${field}`,
    }));
}

function verifyConfig(config: Fields): readonly Finding[] {
  const theme = config['theme'];
  return [
    ...apply(configRules, config, 'config.'),
    ...(isObject(theme) ? apply(themeRules, theme, 'config.theme.') : []),
    ...('subtitle' in config ? apply([subtitle], config, 'config.') : []),
  ];
}

/** Verifies the widget configuration of a chatbot. Source 2.3. */
export function verifyWidget(body: unknown, chatbotId: string): readonly Finding[] {
  const shape = isObject(body) && isObject(body['config']);
  if (!shape) {
    return [{ requirement: 'R-4.4-01', expected: 'widget-is-object', actual: showValue(body) }];
  }
  const identifies: Rule =
    typeof body['chatbot_id'] === 'string'
      ? ['R-2.3-13', 'chatbot_id', JSON.stringify(chatbotId), (value) => value === chatbotId]
      : ['R-2.3-01', 'chatbot_id', 'a string', isString];
  return [...apply([identifies, ...topRules], body, ''), ...verifyConfig(body['config'] as Fields)];
}

const translated = ['welcome_message', 'suggested_prompts', 'title', 'subtitle'];

/** The fields of source 2.3 that are no texts for visitors, so that they are the same in each language. */
export function readSettings(body: unknown): unknown {
  if (!isObject(body) || !isObject(body['config'])) return body;
  return readFields({ ...body, config: without(body['config'], translated) });
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The fields of source 2.3 in a widget configuration, without any others. */
export function readFields(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { chatbot_id, agent_id, name, config } = body;
  const fields = isObject(config) ? config : {};
  const theme = isObject(fields['theme']) ? fields['theme'] : {};
  const shown = [...configRules.map(([, field]) => field), 'subtitle'].filter((field) => field !== 'theme');
  return [
    chatbot_id,
    agent_id,
    name,
    ...shown.map((field) => fields[field]),
    ...colours.map((colour) => theme[colour]),
  ];
}
