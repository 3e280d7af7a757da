import { type LibraryTab, libraryTabs } from '@kinora/core'
import { NavTabs, useTexts, useUser } from '@kinora/react'

/** NAV-58 */
export function LibraryTabs({ current }: { current: LibraryTab }) {
  const { text } = useTexts()
  const items = libraryTabs(useUser().role).map(({ id, href }) => ({ id, href, label: text(`ui.nav.${id}`) }))
  return <NavTabs label={text('ui.nav.media')} items={items} current={current} line />
}
