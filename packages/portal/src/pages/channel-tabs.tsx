import { channelTabs } from '@kinora/core'
import { NavTabs, useChannelTexts, useUser } from '@kinora/react'

/** NAV-57 */
export function ChannelTabs({ current }: { current: 'channels' | 'publishing' }) {
  const { text } = useChannelTexts()
  const items = channelTabs(useUser().role).map(({ id, href }) => ({
    id,
    href,
    label: text(`ui.channels.tab.${id}`),
  }))
  return <NavTabs label={text('ui.nav.channels')} items={items} current={current} line />
}
