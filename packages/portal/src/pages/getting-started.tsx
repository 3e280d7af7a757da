import { homeWorkTexts, wordTexts } from '@kinora/core'
import { PageHeader, useTexts } from '@kinora/react'
import { FirstSteps, HelpLink } from '../home/first-steps.tsx'

/** NAV-49, NAV-70 */
export function GettingStartedPage() {
  const { text } = useTexts(homeWorkTexts, wordTexts)
  return (
    <div className="portal-home">
      <PageHeader
        title={text('ui.page.gettingStarted')}
        text={text('ui.start.text')}
        actions={<HelpLink />}
      />
      <FirstSteps />
    </div>
  )
}
