import { ConfigError, type Environment } from './environment.ts';

/** The names under which people and shop pages reach the service. */
export type Hosts = ReturnType<typeof loadHosts>;

/** Reads DASHBOARD_HOST and PUBLIC_URL. Throws ConfigError, also where the embed script would be 404. */
export function loadHosts(env: Environment) {
  const dashboardHost = dashboardHostOf(env);
  const publicUrl = publicUrlOf(env);
  if (dashboardHost !== null && publicUrl === null) {
    throw new ConfigError(
      'DASHBOARD_HOST needs PUBLIC_URL, which is the address in the snippets of chatbots',
    );
  }
  if (publicUrl !== null && new URL(publicUrl).host === dashboardHost) {
    throw new ConfigError('PUBLIC_URL must have another host than DASHBOARD_HOST, which serves nothing else');
  }
  return {
    /** The host of the dashboard, which is then served there only; null: on every host (decision 0046). */
    dashboardHost,
    /** The origin of the embed script in the chatbots' snippets; null: that of the request. Never null with `dashboardHost`. */
    publicUrl,
  };
}

/** As browsers send it in Host: `dashboard.shop.example`, with a port other than 443. */
function dashboardHostOf(env: Environment): string | null {
  const text = env['DASHBOARD_HOST'];
  if (!text) return null;
  const url = URL.parse(`https://${text}`);
  if (url !== null && url.href === `https://${url.host}/` && !text.includes('/')) return url.host;
  throw new ConfigError(`DASHBOARD_HOST must be a host such as dashboard.shop.example, not "${text}"`);
}

function publicUrlOf(env: Environment): string | null {
  const text = env['PUBLIC_URL'];
  if (!text) return null;
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.href === `${url.origin}/`) return url.origin;
  throw new ConfigError(`PUBLIC_URL must be an https origin such as https://agents.example, not "${text}"`);
}
