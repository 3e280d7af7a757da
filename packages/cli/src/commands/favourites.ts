import { Favourite, type FavouriteAction, favourites, toWireNames, wireNamesOf } from '@kinora/core'
import { addExamples } from '../kernel/examples.ts'
import { fieldsOfRows, printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { ofEach } from '../kernel/outcomes.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { addFlags, fieldsOf, rowsOfPage } from '../kernel/verb.ts'
import { actingTenant, sendForTenant } from '../tenants/tenant.ts'
import { durationText } from '../titles/format.ts'

const wireNames = wireNamesOf(Favourite)

/** With readable names beside the odd spellings of the wire. */
const toReadable = (row: Favourite): Favourite => ({ ...(toWireNames(wireNames, row) as Favourite), ...row })

const favouriteFields = fieldsOfRows(Favourite, ['tenantId', 'contentId', 'action']).fields

/** FAV-02 */
const addList: FillCommand = (command, session) => {
  const toInput = addFlags(command, fieldsOf(favourites.list.input), {
    help: {
      query: 'part of the name of a title',
    },
    omit: ['tenantId', ...rowsOfPage],
  })
  command
    .hook('preAction', printing(session, favouriteFields))
    .action((flags: Record<string, unknown>) => listFavourites(session, toInput(flags)))
  addExamples(command, ['', '--query yoga --json contentId,className'])
}

async function listFavourites(session: Session, given: Record<string, unknown>): Promise<void> {
  const { data } = await sendForTenant(session, favourites.list, given)
  session.print.table<Favourite>(data.map(toReadable), [
    { header: 'TAG', value: row => row.contentId, look: 'accent' },
    { header: 'TITLE', value: row => row.className, flexible: true },
    { header: 'CHANNEL', value: row => row.channelName, look: 'dim', flexible: true },
    { header: 'LENGTH', value: durationText, align: 'right' },
    { header: 'ADDED', value: row => row.addedDate.slice(0, 10), look: 'dim' },
  ])
}

/** FAV-01: the same act twice changes nothing the second time. */
const addSet = (action: FavouriteAction): FillCommand =>
  ofEach('tag', {
    argument: ['<tag...>', text('argument.tags')],
    before: actingTenant,
    async act(session, contentId) {
      await sendForTenant(session, favourites.set, { contentId, action })
      return action === 'add' ? 'is a favourite' : 'is no favourite'
    },
    examples: action === 'add' ? ['TAG', 'TAG OTHER_TAG --tenant ID'] : ['TAG'],
  })

/** FAV-01, FAV-02: the favourites of the tenant that is acted for. */
export const favouriteVerbs: readonly LazyCommand[] = [
  verb('list', 'list the favourites of the tenant, latest first', addList),
  verb('add', 'add titles to the favourites', addSet('add')),
  verb('remove', 'remove titles from the favourites', addSet('remove')),
]
