import {
  type ConfigurationType,
  type SiteOf,
  site,
  siteTexts,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import type { ReactNode } from 'react'
import { FormPart, type Reading } from '../kernel/form-state.tsx'
import { useTexts } from '../kernel/message.ts'
import { useRead } from '../kernel/use-read.ts'
import type { PartProps } from '../ui/part.ts'

interface SiteReading<T extends ConfigurationType> {
  rows: readonly SiteOf<T>[]
  reading: Reading
  /** Reads them once more; throws where that fails. */
  refresh(): Promise<readonly SiteOf<T>[]>
}

/** The stored configurations of a type. */
export function useConfigurations<T extends ConfigurationType>(tenantId: string, type: T): SiteReading<T> {
  const reading = useRead(site.list, { tenantId, configurationType: type })
  const rowsOf = (data: typeof reading.data) => (data?.data ?? []) as unknown as readonly SiteOf<T>[]
  return {
    rows: rowsOf(reading.data),
    reading,
    refresh: () => reading.refetch({ throwOnError: true }).then(({ data }) => rowsOf(data)),
  }
}

interface SiteReaderProps<T extends ConfigurationType> extends Pick<PartProps, 'className' | 'rootRef'> {
  /** What the form is marked as. */
  part: string
  tenantId: string
  type: T
  children(site: Omit<SiteReading<T>, 'reading'>): ReactNode
}

/** Reads the configurations of a type before their form is opened. */
export function SiteReader<T extends ConfigurationType>(props: SiteReaderProps<T>) {
  const { part, tenantId, type, className, rootRef, children } = props
  const { reading, ...site } = useConfigurations(tenantId, type)
  const back = { href: undefined, label: '' }
  return (
    <FormPart {...{ part, className, rootRef, back }} readings={[reading]}>
      {reading.data !== undefined && children(site)}
    </FormPart>
  )
}

/** All that a preview shows, as far as it is stored. */
export interface SiteLook {
  general: Partial<SiteOf<'general'>>
  web: Partial<SiteOf<'web'>>
  mobile: Partial<SiteOf<'mobile'>>
  social: readonly SiteOf<'social'>[]
  app: readonly SiteOf<'app'>[]
  custom: readonly SiteOf<'custom'>[]
}

export function useStoredLook(tenantId: string): SiteLook {
  return {
    general: useConfigurations(tenantId, 'general').rows[0] ?? {},
    web: useConfigurations(tenantId, 'web').rows[0] ?? {},
    mobile: useConfigurations(tenantId, 'mobile').rows[0] ?? {},
    social: useConfigurations(tenantId, 'social').rows,
    app: useConfigurations(tenantId, 'app').rows,
    custom: useConfigurations(tenantId, 'custom').rows,
  }
}

/** What the navigation and the page of each part are called. */
export const sitePages = {
  general: 'ui.nav.generalSettings',
  web: 'ui.nav.webSettings',
  mobile: 'ui.nav.appSettings',
  social: 'ui.nav.socialLinks',
  app: 'ui.nav.appLinks',
} as const

/** Texts of the tenant's own site. */
export const useSiteTexts = () => useTexts(siteTexts, validationTexts, wordTexts)

export type SiteTextsOf = ReturnType<typeof useSiteTexts>
