import { TitleList, type TitleSelection } from '@kinora/react'
import { use, useCallback } from 'react'
import { SelectionContext } from '../app-context.ts'
import { titleHref } from '../router/row-hrefs.ts'
import { useRouterLocation } from '../shell/location.ts'
import { LibraryTabs } from './library-tabs.tsx'

/** NAV-27 */
export function TitlesPage() {
  const location = useRouterLocation()
  const selection = use(SelectionContext)
  const select = useCallback(
    (selected: TitleSelection | undefined) => {
      selection.current = selected
    },
    [selection],
  )
  return (
    <TitleList
      location={location}
      tabs={<LibraryTabs current="contentTitles" />}
      titleHref={titleHref}
      addHref="/media/contentTitles/add"
      deletedHref="/media/contentTitles/deleted"
      onSelection={select}
      sheetHref="/media/contentTitles/sheet"
      intakeHref="/media/contentTitles/intake"
      jobsHref="/media/contentTitles/jobs"
    />
  )
}
