/** NAV-54: the tabs of the tenants section, in order; one whose screen doesn't exist yet is left out. */
export const sectionTabs = [
  { id: 'tenants', href: '/tenants' },
  { id: 'publishing', href: '/tenants/publishing' },
  { id: 'siteTerms', href: '/tenants/siteterms' },
] as const
export type SectionTab = (typeof sectionTabs)[number]['id']
