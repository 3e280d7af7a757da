import { tenantUser } from '../taxonomies/fixtures.tsx'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { CustomLinkForm } from './custom-link-form.tsx'
import { AppLinksForm, SocialLinksForm } from './link-set-form.tsx'

export default { title: 'Site/Links' }

const paged = <T,>(data: T[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const link = {
  ...({ tenantId: 'north', version: 1, tag: 'c', configurationType: 'custom', status: true } as const),
  linkText: 'Shop',
  httpLink: 'https://north.test/shop',
  linkHoverText: 'Mats and more',
}
const none: StoryAnswers['site'] = { list: () => paged([]) }
const screen = (form: React.ReactNode, site: StoryAnswers['site'] = none) => (
  <StoryKinora answers={{ session: { verify: () => ({ user: tenantUser }) }, site }}>{form}</StoryKinora>
)

export const SocialEmpty = { render: () => screen(<SocialLinksForm />) }
export const SocialLoading = { render: () => screen(<SocialLinksForm />, { list: never }) }
export const SocialFailed = { render: () => screen(<SocialLinksForm />, { list: () => new Failure(500) }) }
export const AppEmpty = { render: () => screen(<AppLinksForm />) }
export const CustomEmpty = { render: () => screen(<CustomLinkForm listHref="#list" />) }
export const CustomFull = {
  render: () =>
    screen(<CustomLinkForm id="c" listHref="#list" />, {
      list: ({ configurationType }) => paged(configurationType === 'custom' ? [link] : []),
    }),
}
export const CustomNotFound = { render: () => screen(<CustomLinkForm id="x" listHref="#list" />) }
