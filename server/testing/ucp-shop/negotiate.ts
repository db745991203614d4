import {
  capabilityOf,
  discoveryError,
  isObject,
  type JsonObject,
  type Operation,
  revision,
} from './protocol.ts';
import { createShapeCheck, profileShape } from './shapes.ts';

const timeoutMs = 2000;
const maxProfileBytes = 128 * 1024;
const cacheMs = 60_000;
const checkProfile = createShapeCheck(profileShape);

/** What both sides speak: versions by capability. */
export interface Negotiated {
  readonly version: string;
  readonly capabilities: Readonly<Record<string, string>>;
}

/** Reads platforms' profiles and keeps them for a minute, at most a hundred. */
export class Negotiator {
  private readonly profiles = new Map<string, { profile: JsonObject; readAtMs: number }>();
  private readonly home: string;
  private readonly revisions: readonly string[];
  private readonly readsProfiles: boolean;

  /** `readsProfiles` is false for a shop that trusts every platform to speak its newest revision. */
  constructor(home: string, revisions: readonly string[], readsProfiles: boolean) {
    this.home = home;
    this.revisions = revisions;
    this.readsProfiles = readsProfiles;
  }

  /**
   * Negotiates with the platform whose profile a request names. Throws `TransportError` for a profile that cannot be
   * read, or whose version the shop does not speak.
   */
  async negotiate(profileUrl: unknown): Promise<Negotiated> {
    const url = this.parseUrl(profileUrl);
    if (!this.readsProfiles) return withCapabilities(this.revisions[0] ?? revision, () => true);
    const { ucp } = await this.profileOf(url);
    const { version, capabilities } = ucp as JsonObject;
    if (typeof version !== 'string' || !this.revisions.includes(version)) {
      const known = this.revisions.join(' and ');
      const content = `Protocol version ${String(version)} is not supported. This business supports ${known}.`;
      throw discoveryError(422, 'version_unsupported', content, this.home);
    }
    const offered = isObject(capabilities) ? capabilities : {};
    return withCapabilities(version, (name) =>
      [offered[name]].flat().some((entry) => isObject(entry) && entry['version'] === version),
    );
  }

  private parseUrl(profileUrl: unknown): URL {
    const url = typeof profileUrl === 'string' ? URL.parse(profileUrl) : null;
    const isLoopback = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
    // TLS is a must, but for a platform on the shop's own machine.
    if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)))
      throw discoveryError(
        400,
        'invalid_profile_url',
        'The profile URL is missing or is not an https URL.',
        this.home,
      );
    return url;
  }

  private async profileOf(url: URL): Promise<JsonObject> {
    const kept = this.profiles.get(url.href);
    if (kept !== undefined && Date.now() - kept.readAtMs < cacheMs) return kept.profile;
    const profile = this.parse(await this.read(url));
    if (this.profiles.size >= 100) this.profiles.clear();
    this.profiles.set(url.href, { profile, readAtMs: Date.now() });
    return profile;
  }

  private async read(url: URL): Promise<string> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(url, { redirect: 'manual', signal });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      const body = await response.text();
      if (body.length > maxProfileBytes) throw new Error('too large');
      return body;
    } catch (error) {
      const content = `Unable to fetch agent profile: ${error instanceof Error ? error.message : 'failed'}`;
      throw discoveryError(424, 'profile_unreachable', content, this.home);
    }
  }

  private parse(body: string): JsonObject {
    const fail = (reason: string): Error =>
      discoveryError(422, 'profile_malformed', `The agent profile ${reason}.`, this.home);
    let profile: unknown;
    try {
      profile = JSON.parse(body);
    } catch {
      throw fail('is not JSON');
    }
    const [violation] = checkProfile(profile);
    if (violation !== undefined || !isObject(profile)) throw fail(`is invalid: ${violation}`);
    return profile;
  }
}

function withCapabilities(version: string, isMutual: (name: string) => boolean): Negotiated {
  const names = [...new Set(Object.values(capabilityOf))].filter(isMutual);
  return { version, capabilities: Object.fromEntries(names.map((name) => [name, version])) };
}

/** The `ucp` object of a response: the version, and the capabilities that matter to the operation. */
export function envelopeOf(operation: Operation, { version, capabilities }: Negotiated): JsonObject {
  const name = capabilityOf[operation];
  const active = capabilities[name];
  return {
    version,
    status: active === undefined ? 'error' : 'success',
    capabilities: active === undefined ? {} : { [name]: [{ version: active }] },
  };
}
