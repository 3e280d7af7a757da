import { Failure, never } from '../testing/stories.tsx'
import { daysPreview, noPreview, ReportsStory, rankedPreview } from './fixtures.tsx'

export default { title: 'Reports/Reports' }

export const Loading = { render: () => <ReportsStory answers={{ preview: never }} /> }
export const Days = { render: () => <ReportsStory answers={{ preview: () => daysPreview }} /> }
export const Ranked = {
  render: () => (
    <ReportsStory
      answers={{ preview: () => rankedPreview }}
      asked="type=contentProviderUsage&from=2026-11-01&to=2026-11-30"
    />
  ),
}
export const Backwards = {
  render: () => (
    <ReportsStory answers={{ preview: () => daysPreview }} asked="from=2026-11-02&to=2026-11-01" />
  ),
}
export const NothingFound = { render: () => <ReportsStory answers={{ preview: () => noPreview }} /> }
export const Failed = { render: () => <ReportsStory answers={{ preview: () => new Failure(500) }} /> }
export const NotAllowed = { render: () => <ReportsStory answers={{ preview: () => new Failure(403) }} /> }
