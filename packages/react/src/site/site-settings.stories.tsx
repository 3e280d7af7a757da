import type { SiteConfiguration } from '@kinora/core'
import { tenantUser } from '../taxonomies/fixtures.tsx'
import { Failure, never, type StoryAnswers, StoryKinora } from '../testing/stories.tsx'
import { CustomLinkList } from './custom-link-list.tsx'
import { SiteGeneralForm, SiteMobileForm, SiteWebForm } from './site-forms.tsx'

export default { title: 'Site/Settings' }

const stored = { tenantId: 't-1', version: 1 }
const colours = { primaryColor: '#1f4fd8', secondaryColor: '#0f172a', accentColor: '#f59e0b' }
const pictures = { logoUrl: '/media/images/logo.png', splashUrl: '/media/images/splash.png' }
const theme = { ...pictures, appIconUrl: '/media/images/icon.png', ...colours }
const configurations: SiteConfiguration[] = [
  { ...stored, tag: 'g', configurationType: 'general', appTitle: 'Northwind', contactEmail: 'hi@north.test' },
  {
    ...stored,
    ...colours,
    tag: 'w',
    configurationType: 'web',
    logoUrl: '/media/images/logo.png',
    faviconUrl: '/media/images/favicon.png',
    homeImageUrl: '/media/images/home.jpg',
  },
  { ...stored, tag: 'm', configurationType: 'mobile', light: theme, dark: { ...theme, splashUrl: null } },
  {
    ...stored,
    tag: 'c',
    configurationType: 'custom',
    status: true,
    linkText: 'Shop',
    httpLink: 'https://north.test/shop',
    linkHoverText: 'Mats and more',
  },
]
const paged = <T,>(data: T[]) => ({ data, totalRecords: data.length, totalPages: 1, page: 1 })
const full: StoryAnswers['site'] = {
  list: ({ configurationType }) =>
    paged(configurations.filter(row => row.configurationType === configurationType)),
}
const none: StoryAnswers['site'] = { list: () => paged([]) }
const screen = (Form: () => React.ReactNode, site: StoryAnswers['site']) => (
  <StoryKinora answers={{ session: { verify: () => ({ user: tenantUser }) }, site }}>
    <Form />
  </StoryKinora>
)
const general = () => <SiteGeneralForm />
const web = () => <SiteWebForm />
const mobile = () => <SiteMobileForm />
const links = () => <CustomLinkList rowHref={tag => `#${tag}`} addHref="#add" />

export const Loading = { render: () => screen(general, { list: never }) }
export const Failed = { render: () => screen(general, { list: () => new Failure(500) }) }
export const GeneralEmpty = { render: () => screen(general, none) }
export const GeneralFull = { render: () => screen(general, full) }
export const WebEmpty = { render: () => screen(web, none) }
export const WebFull = { render: () => screen(web, full) }
export const MobileFull = { render: () => screen(mobile, full) }
export const LinksEmpty = { render: () => screen(links, none) }
export const LinksFull = { render: () => screen(links, full) }
