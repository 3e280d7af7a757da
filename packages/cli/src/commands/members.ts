import { Member, MemberImport, members } from '@kinora/core'
import type { Command } from 'commander'
import { problemFields } from '../bulk/fields.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { rowsOfPage } from '../kernel/page-flags.ts'
import { addFlags, fieldsOf } from '../kernel/verb.ts'
import type { ImportFlags } from '../members/import.ts'
import { memberText } from '../members/texts.ts'
import { text } from '../texts.ts'

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
      subscriptionStatus: memberText('help.status'),
      externalSubscriptionStatus: memberText('help.external'),
      externalSubscriptionSource: memberText('help.source'),
      searchTerm: memberText('help.search'),
      page: text('filter.page'),
      take: text('filter.take'),
    },
    omit: ['tenantId', ...rowsOfPage],
  })

const addList: FillCommand = (command, session) => {
  const toInput = addFilterFlags(command, 'list')
  command
    .hook('preAction', printing(session, memberFields))
    .action(async (flags: Record<string, unknown>) => (await reading()).listCommand(session, toInput(flags)))
}

const addExport: FillCommand = (command, session) => {
  command.option('-o, --output <file>', text('api.output'))
  const toInput = addFilterFlags(command, 'export')
  command.action(async ({ output, ...flags }: { output?: string }) =>
    (await reading()).exportCommand(session, { ...toInput(flags), ...(output !== undefined && { output }) }),
  )
}

const addShow: FillCommand = (command, session) =>
  void command
    .argument('<id>', memberText('help.id'))
    .hook('preAction', printing(session, memberFields))
    .action(async (id: string) => (await reading()).showCommand(session, id))

const addErase: FillCommand = (command, session) =>
  void command
    .argument('<id>', memberText('help.id'))
    .option('-y, --yes', text('flag.yes'))
    .action(async (id: string, flags: { yes?: boolean }) =>
      (await reading()).eraseCommand(session, id, flags),
    )

function fieldsOfImport(flags: ImportFlags): readonly string[] {
  if (flags.dryRun) return problemFields
  return flags.process !== false ? importFields : ['fileId']
}

const addImport: FillCommand = (command, session) =>
  void command
    .argument('<csv>', memberText('help.csv'))
    .option('--dry-run', memberText('help.dryRun'))
    .option('--no-process', memberText('help.noProcess'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, fieldsOfImport))
    .action(async (path: string, flags: ImportFlags) =>
      (await importing()).importCommand(session, path, flags),
    )

const addImports: FillCommand = (command, session) =>
  void command
    .option('--all', memberText('help.all'))
    .hook('preAction', printing(session, importFields))
    .action(async (flags: { all?: boolean }) => (await reading()).importsCommand(session, flags))

const addOfImport =
  (verb: 'processCommand' | 'watchCommand' | 'stopCommand'): FillCommand =>
  (command, session) =>
    void command
      .argument('<id>', memberText('help.fileId'))
      .hook('preAction', printing(session, verb === 'stopCommand' ? undefined : importFields))
      .action(async (id: string) => (await importing())[verb](session, id))

const addReport: FillCommand = (command, session) =>
  void command
    .argument('<id>', memberText('help.fileId'))
    .option('-o, --output <file>', text('api.output'))
    .action(async (id: string, flags: { output?: string }) =>
      (await reading()).reportCommand(session, id, flags),
    )

const addTemplate: FillCommand = (command, session) =>
  void command.action(async () => {
    const { memberTemplateRows } = await import('@kinora/core/bulk')
    const { stringify } = await import('csv-stringify/sync')
    session.print.raw(stringify(memberTemplateRows()))
  })

const verb = (name: string, summary: Parameters<typeof memberText>[0], fill: FillCommand): LazyCommand => ({
  name,
  summary: memberText(summary),
  load: async () => fill,
})

/** USER-01 to USER-12: members of the tenant's site. */
export const memberVerbs: readonly LazyCommand[] = [
  verb('list', 'help.list', addList),
  verb('show', 'help.show', addShow),
  verb('export', 'help.export', addExport),
  verb('erase', 'help.erase', addErase),
  verb('import', 'help.import', addImport),
  verb('imports', 'help.imports', addImports),
  verb('process', 'help.process', addOfImport('processCommand')),
  verb('watch', 'help.watch', addOfImport('watchCommand')),
  verb('stop', 'help.stop', addOfImport('stopCommand')),
  verb('report', 'help.report', addReport),
  verb('template', 'help.template', addTemplate),
]
