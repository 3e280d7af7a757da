import type { TermsFile } from '@kinora/core'
import { storyTenant, tenantAnswers } from '../tenants/fixtures.tsx'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { SiteTerms } from './site-terms.tsx'

export default { title: 'Terms/SiteTerms' }

const languageCodes = ['en-GB', 'de-DE', 'ar-SA']
const tenant = { ...storyTenant, languageCodes }
const version = (version: number, title: string): TermsFile[] =>
  languageCodes.map(languageCode => ({
    version,
    title,
    languageCode,
    filename: `terms.${languageCode}.html`,
    size: 18_432,
    createdDate: `2026-1${version - 1}-03T10:00:00`,
    digest: `${version}${languageCode}`,
  }))
const paged = (data: TermsFile[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const configOf = (codes: string[]) => () => ({
  data: [
    {
      tenant: {
        tenantId: 'north',
        languageCodes: codes,
        languageTag: codes[0] ?? '',
        isPlatformOwnedCategories: false,
      },
    },
  ],
})
const screen = (terms: StoryAnswers['terms'], languages = languageCodes) => (
  <StoryKinora answers={{ ...tenantAnswers({ tenants: { config: configOf(languages) } }, tenant), terms }}>
    <SiteTerms tenantId="north" />
  </StoryKinora>
)

export const Loading = { render: () => screen({ versions: never }) }
export const Empty = { render: () => screen({ versions: () => paged([]) }) }
export const Failed = { render: () => screen({ versions: () => new Failure(500) }) }
export const NoLanguages = { render: () => screen({ versions: () => paged([]) }, []) }
export const Full = {
  render: () => screen({ versions: () => paged([...version(2, 'Autumn 2026'), ...version(1, 'First')]) }),
}
/** Nobody has chosen a tenant yet. */
export const NoTenant = {
  render: () => (
    <StoryKinora answers={tenantAnswers()}>
      <SiteTerms />
    </StoryKinora>
  ),
}
