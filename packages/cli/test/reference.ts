import type { Command, Option } from 'commander'
import { EXAMPLES } from '../src/kernel/examples.ts'
import { exitCodes } from '../src/kernel/exit.ts'
import { HELP } from '../src/kernel/lazy.ts'

const exits: Record<keyof typeof exitCodes, string> = {
  ok: 'done',
  failure: 'it failed, and none of the codes below says why',
  usage: 'the command or its input is wrong; nothing was changed',
  notFound: 'no such thing, or out of reach of the account',
  signIn: 'not signed in, not allowed, or too many tries',
  network: 'the server could not be reached or took too long',
  partly: 'some of it was done, some failed; the results say which',
  conflict: 'something else stands against it: in use, already there, wrong state',
  changes: 'with `tenants plan --exit-code`: there is something to change',
  interrupted:
    'Ctrl-C, or a question that was answered with no; what was done so far is kept, and how to go on is said',
}

const environment: [string, string][] = [
  [
    'KINORA_URL',
    'the server, where no `--url` is given; else the one of the latest sign-in, else http://127.0.0.1:4700',
  ],
  [
    'KINORA_PROFILE',
    'the profile of commands without `--profile`; `default` is the one without a name. `KINORA_URL` goes before its server, `--profile` before both',
  ],
  [
    'KINORA_API_KEY',
    'a key for machines, which goes before KINORA_TOKEN and every sign-in: kinora keys create',
  ],
  ['KINORA_TOKEN', 'an access token that goes before a sign-in; it is never refreshed or stored'],
  [
    'KINORA_ACCESS_KEY, KINORA_SITE_SECRET',
    'the keys of a tenant’s site, as `kinora tenants keys` shows them: `kinora members sync` calls as the site does',
  ],
  [
    'KINORA_CONFIG_DIR',
    'one folder for tokens, settings and journal; else `$XDG_CONFIG_HOME/kinora` and `$XDG_STATE_HOME/kinora`',
  ],
  ['KINORA_KEYRING', '`off` keeps tokens out of the keyring of the system'],
  [
    'KINORA_STALL_SECONDS',
    'how long one chunk of 4 MiB may take before it is sent anew; 120 unless set, more on a line slower than 35 kB/s',
  ],
  ['KINORA_REUSE', '`off` sends every byte, also of a file that the platform holds already'],
  [
    'KINORA_DEBUG',
    'when set, the same as `--debug`: requests, retries and timings on stderr, and where an unexpected failure came from',
  ],
  ['CI', 'when set, nothing is ever asked'],
  ['NO_COLOR', 'when set, no colours'],
  ['HTTP_PROXY, HTTPS_PROXY, NO_PROXY', 'the way to the server'],
]

const readable: string[][] = [
  [
    'titles',
    'status, videoStatus, trailerStatus',
    'statusName, videoStatusName, trailerStatusName: `encoding-queued`',
  ],
  ['titles', 'contentType, mediaType', 'contentTypeName, mediaTypeName: `video` or `audio`'],
  ['titles', 'providerType', 'providerTypeName: `provider` or `tenant`'],
  ['titles', 'IsMigrating, IsAutoPublish', 'migrating, autoPublish'],
  ['titles', 'providerID, SourceProviderId, jobID', 'providerId, sourceProviderId, jobId'],
  ['whoami', 'role', 'roleName: `admin`, `provider`, `tenant` or `support`'],
  ['favourites', 'TenantId, ContentId, Action', 'tenantId, contentId, action'],
]

/** docs/cli.md, from the tree of commands. */
export function toReference(program: Command): string {
  return [
    '# The command line',
    '',
    '`npx kinora` in a checkout, `kinora` where `@kinora/cli` is installed. This page is made from the tree of commands; a test keeps it true.',
    '',
    'Results go to stdout, everything else to stderr. On a terminal results are aligned columns; piped they are tab-separated lines without a header, a line for each thing; with `--json` they are JSON, with `--json field,field` only those fields, with `--json-lines` a line for each result as soon as it is there, with `--jq EXPRESSION` what [jq](https://jqlang.org/manual) makes of it. Nothing is ever asked without a terminal: the missing flag is named instead.',
    '',
    'An upload or a bulk run can be interrupted or killed at any moment: the same command goes on where the server stands.',
    '',
    '## Exit codes',
    '',
    ...table(
      ['code', 'meaning'],
      Object.entries(exitCodes).map(([name, code]) => [String(code), exits[name as keyof typeof exitCodes]]),
    ),
    '## Environment',
    '',
    ...table(
      ['variable', 'meaning'],
      environment.map(([name, meaning]) => [
        name
          .split(', ')
          .map(one => `\`${one}\``)
          .join(', '),
        meaning,
      ]),
    ),
    '## JSON',
    '',
    'Fields keep the names and codes of the API. Beside codes and odd spellings stand readable names; the values of names are those that flags take.',
    '',
    ...table(['of', 'beside', 'stands'], readable),
    '## A tenant as a file',
    '',
    '`tenants export`, `tenants plan` and `tenants apply` work on one YAML file for a whole tenant; [examples/tenant](../examples/tenant) says how it is written. A plan has `+` for what is added, `-` for what goes and `~` for what changes, field by field. Piped it is a line for each field: part, name, action, field, before, after; with `--json` it is what `tenants apply --plan` takes. What is wrong with a file is said as `file:line:column field: what is wrong, and how to mend it`, with what the platform would refuse in the same round, before anything is changed; only what hangs on a wrong field, such as terms on wrong languages, is told once that is right. Secrets stand in no file, plan or answer: `{ env: NAME }` or `{ prompt: true }` says where they come from.',
    '',
    'Applied twice, a file changes nothing the second time, and an `apply` that was interrupted goes on by running again.',
    '',
    '## Flags of every command',
    '',
    ...flags(program),
    '## Commands',
    '',
    ...program.commands.flatMap(command => describe(command, 'kinora')),
  ].join('\n')
}

function describe(command: Command, parent: string): string[] {
  const path = `${parent} ${command.name()}`
  const usage = command.registeredArguments.map(argument => {
    const name = argument.variadic ? `${argument.name()}...` : argument.name()
    return argument.required ? `<${name}>` : `[${name}]`
  })
  const verbs = command.commands.length > 0 ? ['<command>'] : []
  return [
    `### \`${[path, ...usage, ...verbs].join(' ')}\``,
    '',
    command.description(),
    '',
    ...flags(command),
    ...examples(command),
    ...command.commands.filter(child => child.name() !== HELP).flatMap(child => describe(child, path)),
  ]
}

/** As the help ends with them. */
function examples(command: Command): string[] {
  const help: string[] = []
  command.configureOutput({ writeOut: chunk => void help.push(chunk) }).outputHelp()
  const [, lines] = help.join('').split(`\n${EXAMPLES}\n`)
  if (lines === undefined) return []
  return [
    '```sh',
    ...lines
      .trim()
      .split('\n')
      .map(line => line.trim()),
    '```',
    '',
  ]
}

function flags(command: Command): string[] {
  const shown = command.options.filter(option => !option.hidden)
  return shown.length === 0
    ? []
    : table(
        ['flag', 'meaning'],
        shown.map(option => [
          `\`${option.flags.replaceAll('|', '\\|')}\``,
          `${option.description}${choicesOf(option)}`,
        ]),
      )
}

/** As the help says them behind the description. */
const choicesOf = ({ argChoices }: Option): string =>
  argChoices === undefined ? '' : ` (${argChoices.join(', ')})`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line), '']
}
