import { MEGABYTE, type Quota } from '@kinora/core'
import { StoryKinora } from '../testing/stories.tsx'
import { QuotaCard } from './quota-card.tsx'

export default { title: 'Quotas/QuotaCard' }

const limits = { titles: 500, bytes: 50_000 * MEGABYTE, openUploads: 20, images: 2000 }
const usual = { titles: 90, bytes: 12_000 * MEGABYTE, openUploads: 1, images: 140 }
const card = (used: Partial<Quota['used']>) => (
  <StoryKinora answers={{ quotas: { show: () => ({ used: { ...usual, ...used }, limits }) } }}>
    <QuotaCard />
  </StoryKinora>
)

export const Full = { render: () => card({}) }
export const NearlyUsedUp = { render: () => card({ bytes: 49_000 * MEGABYTE, titles: 498 }) }
