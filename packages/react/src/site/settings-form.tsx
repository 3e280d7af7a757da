import {
  checkWith,
  type GeneralDraft,
  type MobileDraft,
  newSite,
  type SiteConfiguration,
  type SiteInput,
  type SiteOf,
  site,
  siteDrafts,
  type WebDraft,
} from '@kinora/core'
import { type ReactNode, useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { DraftForm, type FormLook } from '../kernel/draft-form.tsx'
import { type FormFields, shownIssues, withoutHidden } from '../kernel/form-fields.ts'
import { useFormTexts } from '../kernel/form-texts.ts'
import { SiteLink } from '../kernel/site-link.tsx'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { type DirtyListener, type Draft, useDraft } from '../kernel/use-draft.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import type { PartProps } from '../ui/part.ts'
import { SiteAsOf } from './site-as-of.tsx'
import { type SiteDevice, SitePreview } from './site-preview.tsx'
import { type SiteLook, SiteReader, sitePages, useSiteTexts, useStoredLook } from './use-site.tsx'

/** A field that may still be empty in a form. */
type Open<T> = {
  [K in keyof T]: T[K] extends string ? string | null : T[K] extends object ? Open<T[K]> : T[K]
}

interface SettingsValues {
  general: Open<GeneralDraft>
  web: Open<WebDraft>
  mobile: Open<MobileDraft>
}
type SettingsType = keyof SettingsValues

/** The props of a page of the site's settings; `F` names its fields. */
export interface SettingsPageProps<F extends string = string>
  extends Pick<PartProps, 'className' | 'rootRef'>,
    FormLook {
  onDirtyChange?: DirtyListener
  /** Fields that aren't shown, or can't be changed. What is hidden keeps what is stored. */
  fields?: FormFields<F> | undefined
}

interface SettingsFormProps<T extends SettingsType>
  extends SettingsPageProps<keyof SettingsValues[T] & string> {
  type: T
  labels: Readonly<Record<string, string>>
  device: SiteDevice
  children(draft: Draft<SettingsValues[T] & FieldValues>): ReactNode
}

/** SITE-01, SITE-03: one configuration of the tenant's site, saved as a whole, with what it looks like beside it. */
export function SettingsForm<T extends SettingsType>(props: SettingsFormProps<T>) {
  return (
    <TenantGate>
      {({ tenantId }) => (
        <SiteReader
          key={tenantId}
          part={`site-${props.type}-form`}
          tenantId={tenantId}
          type={props.type}
          className={props.className}
          rootRef={props.rootRef}
        >
          {({ rows, refresh }) => (
            <OpenForm
              {...props}
              tenantId={tenantId}
              stored={rows[0]}
              refresh={() => refresh().then(fresh => fresh[0])}
            />
          )}
        </SiteReader>
      )}
    </TenantGate>
  )
}

interface OpenProps<T extends SettingsType> extends SettingsFormProps<T> {
  tenantId: string
  stored: SiteOf<T> | undefined
  refresh(): Promise<SiteOf<T> | undefined>
}

/** What the form begins with: the values of the row, or of one that isn't there yet. */
function toStored<T extends SettingsType>(type: T, row: SiteOf<T> | undefined) {
  type Values = SettingsValues[T] & FieldValues
  if (row === undefined) return { values: structuredClone(newSite[type]) as unknown as Values }
  const {
    tag: _tag,
    tenantId: _tenant,
    configurationType: _type,
    version,
    ...values
  } = row as SiteConfiguration
  return { values: values as unknown as Values, version }
}

function OpenForm<T extends SettingsType>(props: OpenProps<T>) {
  const { type, tenantId, stored, refresh, labels, device, fields, onDirtyChange, children } = props
  type Values = SettingsValues[T] & FieldValues
  const { text } = useSiteTexts()
  const form = useFormTexts()
  const save = useWrite(site.save, { success: form.text('success.saved'), failure: handledByCaller })
  const known = useMemo(() => toStored(type, stored), [type, stored])
  const draft: Draft<Values> = useDraft<Values, { data: readonly unknown[] }>({
    stored: known,
    fields,
    check: values => shownIssues(checkWith(siteDrafts[type], values), fields),
    save: (values, { version }) => {
      const configuration = { tenantId, configurationType: type, version, ...values }
      return save.send({ configuration: configuration as unknown as SiteInput })
    },
    refresh: () => refresh().then(fresh => fresh && toStored(type, fresh)),
    toStored: ({ data }) => toStored(type, data[0] as SiteOf<T>),
    onDirtyChange,
    keep: `site ${tenantId} ${type}`,
  })
  const row = (stored as SiteConfiguration | undefined)?.tag
  const start = newSite[type] as unknown as Values
  const history = row === undefined ? undefined : ({ noun: 'site', row, tenantId, start } as const)
  return (
    <DraftForm
      draft={{ ...draft, history, look: props }}
      title={text(sitePages[type])}
      text={text(`ui.site.${type}Text`)}
      labels={labels}
      aside={
        <>
          <SiteLink />
          <Preview tenantId={tenantId} type={type} draft={draft} device={device} />
        </>
      }
      asideLabel={text('ui.preview')}
    >
      {children(draft)}
    </DraftForm>
  )
}

interface PreviewProps<V extends FieldValues> {
  tenantId: string
  type: SettingsType
  draft: Draft<V>
  device: SiteDevice
}

/** What is stored, with what is in the form, but for what the host hides. */
function Preview<V extends FieldValues>({ tenantId, type, draft, device }: PreviewProps<V>) {
  const stored = useStoredLook(tenantId)
  const values = withoutHidden(draft.form.watch(), draft.fields)
  return (
    <>
      <SitePreview look={{ ...stored, [type]: values } as SiteLook} device={device} />
      {type === 'general' ? <SiteAsOf tenantId={tenantId} /> : null}
    </>
  )
}
