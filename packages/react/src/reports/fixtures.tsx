import type { ReportPreview } from '@kinora/core'
import { useState } from 'react'
import { type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { tenantRow } from '../testing/story-tenants.ts'
import { Reports } from './reports.tsx'

const data = [tenantRow('north', 'Northwind'), tenantRow('pulse', 'Pulse House')]

const usage = (nth: number) => ({
  tenant: 'Pulse House',
  tag: `class-${nth}`,
  title: `Kettlebell basics ${nth}`,
  provider: 'Ironside Training',
  channel: 'Ironside Strength',
  plays: 1400 - nth * 60,
  members: 320 - nth * 9,
  minutes: 9120.25,
  completion: 61.5,
})
export const daysPreview: ReportPreview = {
  type: 'contentUsage',
  rows: Array.from({ length: 20 }, (_, nth) => usage(nth)),
  hasMore: true,
  plot: {
    kind: 'days',
    measure: 'plays',
    points: Array.from({ length: 30 }, (_, nth) => ({
      label: `2026-11-${String(nth + 1).padStart(2, '0')}`,
      value: 90 + ((nth * 37) % 80),
    })),
  },
}
export const rankedPreview: ReportPreview = {
  type: 'contentProviderUsage',
  rows: [
    {
      provider: 'Ironside Training',
      channel: 'Ironside Strength',
      tag: 'a',
      title: 'Kettlebell basics',
      tenant: 'Pulse House',
      plays: 1400,
      minutes: 9120.25,
    },
  ],
  hasMore: false,
  plot: {
    kind: 'ranked',
    measure: 'minutes',
    points: ['Ironside Training', 'Lumen Yoga', 'A provider with quite a long name of its own'].map(
      (label, nth) => ({
        label,
        value: 9120.25 / (nth + 1),
      }),
    ),
  },
}
const billed = (nth: number) => ({
  tenant: nth % 2 === 0 ? 'Northwind' : 'Pulse House',
  month: '2026-10',
  members: 400 - nth,
  activeStripe: 20,
  activeMms: 3,
  activePseudosso: 0,
  activeFlatfile: 12,
  activeApple: 7,
  activeOther: 1,
  new: 4,
  cancelled: 2,
  billable: 45 + nth,
})
export const billedPreview: ReportPreview = {
  type: 'billableUser',
  rows: [billed(0), billed(1)],
  hasMore: false,
  plot: {
    kind: 'ranked',
    measure: 'billable',
    points: ['Northwind', 'Pulse House'].map((label, nth) => ({ label, value: 45 + nth })),
  },
}
export const noPreview: ReportPreview = {
  ...daysPreview,
  rows: [],
  hasMore: false,
  plot: { ...daysPreview.plot, points: [] },
}

/** Two tenants, and the reports that are given. */
export const reportAnswers = (answers: NonNullable<StoryAnswers['reports']>): StoryAnswers => ({
  reports: { subscriptions: () => ({ data: [] }), ...answers },
  tenants: { list: () => ({ data, totalRecords: 2, totalPages: 1, page: 1 }) },
})

interface ReportsStoryProps {
  answers: NonNullable<StoryAnswers['reports']>
  /** What is in the URL. */
  asked?: string
  onAsk?: (params: string) => void
}

/** The page of reports as an administrator has it. */
export function ReportsStory({ answers, asked = 'from=2026-11-01&to=2026-11-30', onAsk }: ReportsStoryProps) {
  const [params, setParams] = useState(() => new URLSearchParams(asked))
  const location = {
    read: () => params,
    write: (next: URLSearchParams) => {
      onAsk?.(next.toString())
      setParams(next)
    },
  }
  return (
    <StoryKinora answers={reportAnswers(answers)}>
      <Reports
        tabs={[
          { id: 'content', href: '#admin' },
          { id: 'reports', href: '#report' },
        ]}
        location={location}
        auditHref="#audit"
      />
    </StoryKinora>
  )
}
