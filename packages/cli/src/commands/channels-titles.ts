import { type ChannelTitle, channels, limits, ChannelTitle as Schema, titleStatusName } from '@kinora/core'
import { channelTags } from '../channels/references.ts'
import { channelText } from '../channels/texts.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { demand, requireYes, type Session } from '../kernel/session.ts'
import { text } from '../texts.ts'

const oneChannel = async (session: Session, given: string): Promise<string> =>
  (await channelTags(session, [given]))[0]!

const addList: FillCommand = (command, session) => {
  command
    .argument('<channel>', channelText('help.channel'))
    .option('--foreign', channelText('help.foreign'))
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
}

const addRemove: FillCommand = (command, session) => {
  command
    .argument('<channel>', channelText('help.channel'))
    .argument('<title...>', text('argument.tags'))
    .option('-y, --yes', text('flag.yes'))
    .hook('preAction', printing(session, ['status']))
    .action(async (channel: string, titleTags: string[], { yes }: { yes?: boolean }) => {
      if (!yes) demand(session, '--yes')
      const tag = await oneChannel(session, channel)
      if (!yes) await requireYes(session, channelText('askRemove', { count: titleTags.length }))
      const send = await session.send()
      for (let at = 0; at < titleTags.length; at += limits.list)
        await send(channels.removeTitles, { tag, titleTags: titleTags.slice(at, at + limits.list) })
      session.print.done(channelText('removed', { count: titleTags.length }))
    })
}

/** C-136: `kinora channels titles`, for whoever owns the channel. */
export const channelTitleVerbs: readonly LazyCommand[] = [
  { name: 'list', summary: channelText('help.titleList'), load: async () => addList },
  { name: 'remove', summary: channelText('help.titleRemove'), load: async () => addRemove },
]
