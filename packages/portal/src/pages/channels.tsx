import { ChannelList } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'
import { ChannelTabs } from './channel-tabs.tsx'

const rowHref = (tag: string) => `/channels/${encodeURIComponent(tag)}/edit`

/** NAV-15, NAV-57 */
export function ChannelsPage() {
  return (
    <ChannelList
      location={useRouterLocation()}
      rowHref={rowHref}
      addHref="/channels/add"
      tabs={<ChannelTabs current="channels" />}
    />
  )
}
