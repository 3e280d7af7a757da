import { homeWorkTexts, wordTexts } from '@kinora/core'
import { FirstSteps, HelpCentreLink, PageHeader, useTexts } from '@kinora/react'
import { homeHrefs } from '../router/row-hrefs.ts'

/** NAV-49, NAV-70 */
export function GettingStartedPage() {
  const { text } = useTexts(homeWorkTexts, wordTexts)
  return (
    <div className="kn-home">
      <PageHeader
        title={text('ui.page.gettingStarted')}
        text={text('ui.start.text')}
        actions={<HelpCentreLink />}
      />
      <FirstSteps hrefs={homeHrefs} />
    </div>
  )
}
