import { Member, MemberImport, members } from '@kinora/core'
import type { Command } from 'commander'
import { problemFields } from '../bulk/fields.ts'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf, rowsOfPage } from '../kernel/verb.ts'
import type { ImportFlags } from '../members/import.ts'

const help = {
  id: 'user id of the member, as in the list',
  fileId: 'id of the import, as in the list of imports',
} as const

const reading = () => import('../members/read.ts')
const importing = () => import('../members/import.ts')
const memberFields = Object.keys(Member.shape)
const importFields = Object.keys(MemberImport.shape)

const addFilterFlags = (command: Command, kind: 'list' | 'export') =>
  addFlags(command, fieldsOf(members[kind].input), {
    names: {
      subscriptionStatus: 'status',
      externalSubscriptionStatus: 'external-status',
      externalSubscriptionSource: 'source',
      searchTerm: 'query',
    },
    help: {
      subscriptionStatus: 'status of a subscription',
      externalSubscriptionStatus: 'status that the source of a subscription tells',
      externalSubscriptionSource: 'source of a subscription, as stripe or flatfile',
      searchTerm: 'part of a name, an email or an external id',
    },
    omit: ['tenantId', ...rowsOfPage],
  })

const addList: FillCommand = (command, session) => {
  const toInput = addFilterFlags(command, 'list')
  command
    .hook('preAction', printing(session, memberFields))
    .action(async (flags: Record<string, unknown>) => (await reading()).listCommand(session, toInput(flags)))
  addExamples(command, ['--status active --source stripe', '--query ada --json'])
}

const addExport: FillCommand = (command, session) => {
  command.option('-o, --output <file>', text('api.output'))
  const toInput = addFilterFlags(command, 'export')
  command.action(async ({ output, ...flags }: { output?: string }) =>
    (await reading()).exportCommand(session, { ...toInput(flags), ...(output !== undefined && { output }) }),
  )
  addExamples(command, ['-o members.csv', '--status trial > trials.csv'])
}

const addShow: FillCommand = (command, session) => {
  command
    .argument('<id>', help.id)
    .hook('preAction', printing(session, memberFields))
    .action(async (id: string) => (await reading()).showCommand(session, id))
  addExamples(command, ['ID'])
}

const addErase: FillCommand = (command, session) => {
  command
    .argument('<id>', help.id)
    .option('-y, --yes', text('flag.yes'))
    .action(async (id: string, flags: { yes?: boolean }) =>
      (await reading()).eraseCommand(session, id, flags),
    )
  addExamples(command, ['ID'])
}

function fieldsOfImport(flags: ImportFlags): readonly string[] {
  if (flags.dryRun) return problemFields
  return flags.process !== false ? importFields : ['fileId']
}

const addImport: FillCommand = (command, session) => {
  command
    .argument('<csv>', 'CSV built from the template, up to 20 MB')
    .option('--dry-run', 'check the CSV and upload nothing')
    .option('--no-process', 'upload only; start it later')
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, fieldsOfImport))
    .action(async (path: string, flags: ImportFlags) =>
      (await importing()).importCommand(session, path, flags),
    )
  addExamples(command, ['members.csv', 'members.csv --dry-run'])
}

const addImports: FillCommand = (command, session) => {
  command
    .option('--all', 'all pages')
    .hook('preAction', printing(session, importFields))
    .action(async (flags: { all?: boolean }) => (await reading()).importsCommand(session, flags))
  addExamples(command, ['', '--all --json'])
}

const addOfImport =
  (verb: 'processCommand' | 'watchCommand' | 'stopCommand'): FillCommand =>
  (command, session) => {
    command
      .argument('<id>', help.fileId)
      .hook('preAction', printing(session, verb === 'stopCommand' ? undefined : importFields))
      .action(async (id: string) => (await importing())[verb](session, id))
    addExamples(command, ['ID'])
  }

const addReport: FillCommand = (command, session) => {
  command
    .argument('<id>', help.fileId)
    .option('-o, --output <file>', text('api.output'))
    .action(async (id: string, flags: { output?: string }) =>
      (await reading()).reportCommand(session, id, flags),
    )
  addExamples(command, ['ID -o members_report.csv'])
}

const addTemplate: FillCommand = (command, session) => {
  command.action(async () => {
    const { memberTemplateRows } = await import('@kinora/core/bulk')
    const { stringify } = await import('csv-stringify/sync')
    session.print.raw(stringify(memberTemplateRows()))
  })
  addExamples(command, ['> UserDataTemplate.csv'])
}

/** USER-01 to USER-12: members of the tenant's site. */
export const memberVerbs: readonly LazyCommand[] = [
  verb('list', 'list members with their subscriptions, newest first', addList),
  verb('show', 'show a member and its subscriptions', addShow),
  verb('export', 'print the members that match as CSV, a row for each subscription', addExport),
  verb('erase', 'erase a member for good; plays stay and name nobody any more', addErase),
  verb('import', 'check a CSV of members, upload it, and follow the import to its end', addImport),
  verb('imports', 'list imports, newest first', addImports),
  verb('process', 'start an import, or resume a stopped one, and follow it', addOfImport('processCommand')),
  verb('watch', 'follow an import until it finishes', addOfImport('watchCommand')),
  verb('stop', 'stop an import after the rows in hand; finished rows stay', addOfImport('stopCommand')),
  verb('report', 'print what became of every row of an import, as CSV', addReport),
  verb('template', 'print the CSV that imports are built from', addTemplate),
]
