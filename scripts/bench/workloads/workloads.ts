import type { Workload } from '../workload.ts';
import { commandWorkload } from './command.ts';
import { conformanceWorkload } from './conformance.ts';
import { createWorkload } from './create.ts';
import { errorsWorkload } from './errors.ts';
import { eventsWorkload } from './events.ts';
import { firstEventWorkload } from './first-event.ts';
import { listWorkload } from './list.ts';
import { startUpWorkload } from './start-up.ts';
import { streamsHttp2Workload, streamsWorkload } from './streams.ts';
import { widgetWorkload } from './widget.ts';
import { embedWorkload, mcpWorkload } from './without-peer.ts';

/** Everything that is measured, by the name that `--only` takes. */
export const workloads: Readonly<Record<string, Workload>> = {
  'list-20': listWorkload(20),
  'list-200': listWorkload(200),
  widget: widgetWorkload,
  create: createWorkload,
  errors: errorsWorkload,
  embed: embedWorkload,
  mcp: mcpWorkload,
  events: eventsWorkload,
  'first-event': firstEventWorkload,
  streams: streamsWorkload,
  'streams-http2': streamsHttp2Workload,
  'start-up': startUpWorkload,
  generate: commandWorkload('npm run generate', ['scripts/generate.ts', '--check'], 5),
  conformance: conformanceWorkload,
};
