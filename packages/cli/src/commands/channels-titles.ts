import { type ChannelTitle, channels, limits, ChannelTitle as Schema, titleStatusName } from '@kinora/core'
import { channelTags } from '../channels/references.ts'
import { say } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { demand, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'

const help = { channel: 'name or tag of the channel' } as const

const oneChannel = async (session: Session, given: string): Promise<string> =>
  (await channelTags(session, [given]))[0]!

const addList: FillCommand = (command, session) => {
  command
    .argument('<channel>', help.channel)
    .option('--foreign', 'only titles of other providers')
    .hook('preAction', printing(session, Object.keys(Schema.shape)))
    .action(async (channel: string, { foreign }: { foreign?: boolean }) => {
      const tag = await oneChannel(session, channel)
      const send = await session.send()
      const rows: ChannelTitle[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const input = { tag, page, ...(foreign && { foreign }) }
        const found = await send(channels.titles, input, { signal: session.world.interrupted })
        rows.push(...found.data)
        pages = found.totalPages
      }
      session.print.table<ChannelTitle>(rows, [
        { header: 'TAG', value: row => row.tag, look: 'accent' },
        { header: 'TITLE', value: row => row.className, flexible: true },
        {
          header: 'PROVIDER',
          value: row => row.provider,
          flexible: true,
          look: row => (row.isForeign ? 'bad' : 'dim'),
        },
        { header: 'STATUS', value: row => titleStatusName(row.status) },
        { header: 'SITES', value: row => row.sites, align: 'right' },
      ])
    })
  addExamples(command, ['lumen-flow', 'lumen-flow --foreign --json tag,provider'])
}

const addRemove: FillCommand = (command, session) => {
  command
    .argument('<channel>', help.channel)
    .argument('<title...>', text('argument.tags'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, ['status']))
    .action(async (channel: string, titleTags: string[], { yes }: { yes?: boolean }) => {
      if (!yes) demand(session, '--yes')
      const tag = await oneChannel(session, channel)
      if (!yes)
        await requireYes(
          session,
          say(
            {
              one: 'Take {{count}} title off the channel and off all sites?',
              other: 'Take {{count}} titles off the channel and off all sites?',
            },
            { count: titleTags.length },
          ),
        )
      const send = await session.send()
      for (let at = 0; at < titleTags.length; at += limits.list)
        await send(channels.removeTitles, { tag, titleTags: titleTags.slice(at, at + limits.list) })
      session.print.done(
        say(
          { one: '{{count}} title taken off', other: '{{count}} titles taken off' },
          { count: titleTags.length },
        ),
      )
    })
  addExamples(command, ['lumen-flow TAG --yes'])
}

/** C-136: `kinora channels titles`, for whoever owns the channel. */
export const channelTitleVerbs: readonly LazyCommand[] = [
  {
    name: 'list',
    summary: 'list what a channel of one’s own holds, other providers’ titles first',
    load: async () => addList,
  },
  {
    name: 'remove',
    summary: 'take titles off a channel of one’s own; sites no longer show them',
    load: async () => addRemove,
  },
]
