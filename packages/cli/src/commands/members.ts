import {
  type ChannelKind,
  channelKinds,
  Entitlement,
  InboundSource,
  Member,
  MemberImport,
  members,
} from '@kinora/core'
import { type Command, Option } from 'commander'
import { problemFields } from '../bulk/fields.ts'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf, rowsOfPage } from '../kernel/verb.ts'
import type { ImportFlags } from '../members/import.ts'
import type { SyncFlags } from '../members/sync.ts'

const help = {
  id: 'user id of the member, as in the list',
  item: 'id of the subscription, as in `kinora members show`',
  fileId: 'id of the import, as in the list of imports',
} as const

const reading = () => import('../members/read.ts')
const writing = () => import('../members/write.ts')
const importing = () => import('../members/import.ts')
const memberFields = Object.keys(Member.shape)
/** What became of a row that was handed in. */
const syncFields = ['row', 'externalUserId', 'state', 'problem']
const importFields = Object.keys(MemberImport.shape)

const addFilterFlags = (command: Command, kind: 'list' | 'export') =>
  addFlags(command, fieldsOf(members[kind].input), {
    names: {
      subscriptionStatus: 'status',
      externalSubscriptionStatus: 'external-status',
      externalSubscriptionSource: 'source',
      searchTerm: 'query',
      isActive: 'active',
    },
    help: {
      subscriptionStatus: 'status of a subscription',
      externalSubscriptionStatus: 'status that the source of a subscription tells',
      externalSubscriptionSource: 'source of a subscription, as stripe or flatfile',
      searchTerm: 'part of a name, an email or an external id, or the user id',
      isActive: 'only members that are on, or with --no-active off',
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

const memberOptions = {
  help: { name: 'name of the member', email: 'email of the member', version: 'version that you have seen' },
  omit: ['tenantId', 'userId', 'itemId', 'version'],
} as const

const addUpdate: FillCommand = (command, session) => {
  command.argument('<id>', help.id)
  const toInput = addFlags(command, fieldsOf(members.update.input), memberOptions)
  command
    .hook('preAction', printing(session, memberFields))
    .action(async (id: string, flags: Record<string, unknown>) =>
      (await writing()).updateCommand(session, id, toInput(flags)),
    )
  addExamples(command, ['ID --email ada@studio.example'])
}

const addSetActive =
  (isActive: boolean): FillCommand =>
  (command, session) => {
    command
      .argument('<id>', help.id)
      .hook('preAction', printing(session, memberFields))
      .action(async (id: string) => (await writing()).setActiveCommand(session, id, isActive))
    addExamples(command, ['ID'])
  }

const itemOptions = {
  names: { productId: 'product', planId: 'plan', startsOn: 'from', endsOn: 'to' },
  help: {
    title: 'what it is called',
    productId: 'product id',
    planId: 'plan id',
    status: 'status',
    price: 'price, as people read it',
    startsOn: 'first day, such as 2026-11-01 (UTC)',
    endsOn: 'last day, included (UTC); none: it goes on',
  },
  omit: memberOptions.omit,
} as const

const addItemAdd: FillCommand = (command, session) => {
  command.argument('<id>', help.id)
  const toInput = addFlags(command, fieldsOf(members.addItem.input), { ...itemOptions, required: ['title'] })
  command
    .hook('preAction', printing(session, memberFields))
    .action(async (id: string, flags: Record<string, unknown>) =>
      (await writing()).addItemCommand(session, id, { title: '', ...toInput(flags) }),
    )
  addExamples(command, ['ID --title Premium --status active --from 2026-11-01 --price 19.90'])
}

const addItemUpdate: FillCommand = (command, session) => {
  command.argument('<item>', help.item)
  const toInput = addFlags(command, fieldsOf(members.updateItem.input), itemOptions)
  command
    .hook('preAction', printing(session, memberFields))
    .action(async (id: string, flags: Record<string, unknown>) =>
      (await writing()).updateItemCommand(session, id, toInput(flags)),
    )
  addExamples(command, ['ITEM --status expired', 'ITEM --to 2030-12-31'])
}

const addItemEnd: FillCommand = (command, session) => {
  command
    .argument('<item>', help.item)
    .option('--on <day>', 'last day, such as 2026-11-30 (UTC); today unless given')
    .hook('preAction', printing(session, memberFields))
    .action(async (id: string, { on }: { on?: string }) => (await writing()).endItemCommand(session, id, on))
  addExamples(command, ['ITEM', 'ITEM --on 2030-12-31'])
}

const itemVerbs: readonly LazyCommand[] = [
  verb('add', 'add a subscription to a member by hand', addItemAdd),
  verb('update', 'correct a subscription by hand; imports leave it so', addItemUpdate),
  verb('end', 'end a subscription by hand, as cancelled', addItemEnd),
]

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
  command.action(async () => session.print.raw((await import('../bulk/template.ts')).toMemberTemplate()))
  addExamples(command, ['> UserDataTemplate.csv'])
}

/** Throws `invalid` for what is no row of a file. */
function toRow(value: string): number {
  const row = Number(value)
  if (Number.isSafeInteger(row) && row >= 1) return row
  throw usage(safe`${value} is no row`, 'Pass the number that the interrupted run has said.')
}

const addSync: FillCommand = (command, session) => {
  command
    .argument('<file>', 'CSV with the header of the template, or a JSON object for each line')
    .addOption(
      new Option('--source <source>', 'where they come from, where the tenant has both').choices(
        InboundSource.options,
      ),
    )
    .option('--from <row>', 'go on with this row, as an interrupted run says', toRow)
    .hook('preAction', printing(session, syncFields))
    .action(async (path: string, flags: SyncFlags) =>
      (await import('../members/sync.ts')).syncCommand(session, path, flags),
    )
  addExamples(command, ['members.csv', 'members.jsonl --source mms --json'])
}

const addExplain: FillCommand = (command, session) => {
  command
    .requiredOption('--member <id>', help.id)
    .requiredOption('--title <tag>', 'tag of the title')
    .addOption(
      new Option('--product <kind>', 'the product of the site; any unless it is given').choices(channelKinds),
    )
    .hook('preAction', printing(session, Object.keys(Entitlement.shape)))
    .action(async ({ member, title, product }: { member: string; title: string; product?: ChannelKind }) =>
      (await reading()).explainCommand(session, { userId: member, titleTag: title, product }),
    )
  addExamples(command, ['--member ID --title TAG', '--member ID --title TAG --product web'])
}

/** LIVE-08 */
export const accessVerbs: readonly LazyCommand[] = [
  verb('explain', 'say whether a member may watch a title on the site now, and why', addExplain),
]

/** USER-01 to USER-12: members of the tenant's site. */
export const memberVerbs: readonly LazyCommand[] = [
  verb('list', 'list members with their subscriptions, newest first', addList),
  verb('show', 'show a member and its subscriptions', addShow),
  verb('update', 'correct the name or email of a member; imports leave it so', addUpdate),
  verb('disable', 'turn a member off: the site doesn’t let it in', addSetActive(false)),
  verb('enable', 'turn a member on again', addSetActive(true)),
  verb('items', 'add, correct and end subscriptions of members by hand', itemVerbs),
  verb('export', 'print the members that match as CSV, a row for each subscription', addExport),
  verb('erase', 'erase a member for good; plays stay and name nobody any more', addErase),
  verb('import', 'check a CSV of members, upload it, and follow the import to its end', addImport),
  verb('sync', 'hand in members and subscriptions of MMS or Pseudo SSO, with the keys of the site', addSync),
  verb('imports', 'list imports, newest first', addImports),
  verb('process', 'start an import, or resume a stopped one, and follow it', addOfImport('processCommand')),
  verb('watch', 'follow an import until it finishes', addOfImport('watchCommand')),
  verb('stop', 'stop an import after the rows in hand; finished rows stay', addOfImport('stopCommand')),
  verb('report', 'print what became of every row of an import, as CSV', addReport),
  verb('template', 'print the CSV that imports are built from', addTemplate),
]
