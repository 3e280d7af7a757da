import { daysPreview, reportAnswers } from '../../src/reports/fixtures.tsx'
import { createStoryKinora } from '../../src/testing/stories.tsx'
import CompoundReports from './compound.tsx'
import HookReports from './hook.tsx'
import ReadyMadeReports from './ready-made.tsx'

export default { title: 'Parts/Reports' }

const kinora = () => createStoryKinora(reportAnswers({ preview: () => daysPreview }))

export const ReadyMade = { render: () => <ReadyMadeReports kinora={kinora()} tenantId="pulse" /> }
export const Compound = { render: () => <CompoundReports kinora={kinora()} /> }
export const Hook = {
  render: () => (
    <HookReports kinora={kinora()} type="contentUsage" startDate="2026-11-01" endDate="2026-11-30" />
  ),
}
