import {
  appStores,
  type Issue,
  isBlank,
  isUrl,
  KinoraError,
  limits,
  type SiteInput,
  type SiteOf,
  site,
  socialNetworks,
  toUrl,
} from '@kinora/core'
import { useMemo } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { DraftSwitch } from '../kernel/active.tsx'
import { DraftText } from '../kernel/draft-field.tsx'
import { DraftForm, HistoryButton } from '../kernel/draft-form.tsx'
import { changedPaths } from '../kernel/draft-values.ts'
import { isHidden, shownIssues } from '../kernel/form-fields.ts'
import { useFormTexts } from '../kernel/form-texts.ts'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { handledByCaller, useWrite, type WriteResult } from '../kernel/use-write.ts'
import { Card } from '../ui/form/split-form.tsx'
import { SwitchWord } from '../ui/form/switch.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import type { SettingsPageProps } from './settings-form.tsx'
import { SitePreview } from './site-preview.tsx'
import { type SiteLook, SiteReader, sitePages, useSiteTexts, useStoredLook } from './use-site.tsx'

type SetType = 'social' | 'app'
type Row = SiteOf<'social'> | SiteOf<'app'>

const kindsOf = { social: socialNetworks, app: appStores } as const satisfies Record<
  SetType,
  readonly string[]
>

interface Link {
  httpLink: string
  status: boolean
}
type Values = Record<string, Link> & FieldValues

/** NAV-41, SITE-07, SITE-08: a page on each network, which is a field. */
export const SocialLinksForm = (props: SettingsPageProps<(typeof socialNetworks)[number]>) => (
  <LinkSetForm {...props} type="social" />
)
/** NAV-44, SITE-09: the app in each store, which is a field. */
export const AppLinksForm = (props: SettingsPageProps<(typeof appStores)[number]>) => (
  <LinkSetForm {...props} type="app" />
)

interface LinkSetProps extends SettingsPageProps {
  type: SetType
}

/** Links of which there is one of a kind: an empty one isn't stored. */
const LinkSetForm = ofTenant<LinkSetProps>(props => {
  const { tenantId, type, className, rootRef } = props
  return (
    <SiteReader part={`${type}-links-form`} {...{ tenantId, type, className, rootRef }}>
      {({ rows, refresh }) => <OpenForm {...props} rows={rows} refresh={refresh} />}
    </SiteReader>
  )
})

interface OpenProps extends LinkSetProps {
  tenantId: string
  rows: readonly Row[]
  refresh(): Promise<readonly Row[]>
}

function OpenForm(props: OpenProps) {
  const { type, tenantId, rows, refresh, fields, onDirtyChange } = props
  const { text } = useSiteTexts()
  const kinds: readonly string[] = kindsOf[type]
  const send = useLinkWrites(tenantId, type)
  const nameOf = (kind: string) =>
    type === 'social'
      ? text(`ui.site.network.${kind as SiteOf<'social'>['configurationSubType']}`)
      : text(`ui.site.store.${kind as SiteOf<'app'>['configurationSubType']}`)
  const stored = useMemo(() => toValues(type, rows), [type, rows])
  const draft = useDraft<Values, readonly Row[]>({
    stored: { values: stored },
    fields,
    check: values =>
      shownIssues(
        kinds.flatMap(kind => checkLink(kind, values[kind]!)),
        fields,
      ),
    async save(values, { changes }) {
      const now = await refresh()
      const fresh = toValues(type, now)
      const own = Object.keys(changes)
      // A link that somebody else has changed as well is shown before it is written.
      const isOutdated = changedPaths(draft.known().values, fresh).some(path =>
        own.includes(path.split('.')[0]!),
      )
      if (isOutdated) return { kind: 'failed', error: new KinoraError('outdated') }
      const result = await send({ ...fresh, ...pick(values, own) }, now)
      return result.kind === 'done' ? { kind: 'done', output: await refresh() } : result
    },
    refresh: async () => ({ values: toValues(type, await refresh()) }),
    toStored: fresh => ({ values: toValues(type, fresh) }),
    onDirtyChange,
    keep: `site ${tenantId} ${type}`,
  })
  const look = useStoredLook(tenantId)
  const values = draft.form.watch()
  const shown = kinds.filter(kind => !isHidden(fields, kind))
  return (
    <DraftForm
      draft={{ ...draft, look: props }}
      title={text(sitePages[type])}
      text={text(`ui.site.${type}Text`)}
      labels={Object.fromEntries(kinds.map(kind => [kind, nameOf(kind)]))}
      aside={<SitePreview look={{ ...look, [type]: toRows(shown, values) } as SiteLook} device="web" />}
      asideLabel={text('ui.preview')}
    >
      {shown.map(kind => (
        <Card
          key={kind}
          title={nameOf(kind)}
          actions={
            <LinkHistory
              {...{ draft, tenantId, kind, rows }}
              name={nameOf(kind)}
              start={toValues(type, [])}
            />
          }
        >
          <DraftText
            draft={draft}
            name={`${kind}.httpLink` as Path<Values>}
            label={text(type === 'social' ? 'ui.site.pageUrl' : 'ui.site.storeUrl')}
            help={text('ui.site.emptyRemoves')}
            max={limits.url}
            input={{ type: 'url', inputMode: 'url' }}
          />
          {type === 'social' ? (
            <DraftSwitch
              draft={draft as Draft<FieldValues>}
              name={`${kind}.status`}
              word={isOn => (
                <SwitchWord isOn={isOn} on={text('ui.site.shown')} off={text('ui.site.notShown')} />
              )}
            />
          ) : null}
        </Card>
      ))}
    </DraftForm>
  )
}

interface LinkHistoryProps {
  draft: Draft<Values>
  tenantId: string
  kind: string
  name: string
  rows: readonly Row[]
  /** Without any link. */
  start: Values
}

/** What people did to one link, for as long as it is stored. */
function LinkHistory({ draft, tenantId, kind, name, rows, start }: LinkHistoryProps) {
  const { text } = useSiteTexts()
  const row = rows.find(({ configurationSubType }) => configurationSubType === kind)
  if (row === undefined) return null
  return (
    <HistoryButton
      draft={draft}
      of={{ noun: 'site', row: row.tag, tenantId, start, within: kind }}
      page={{ title: name }}
      label={`${text('ui.history')}: ${name}`}
    />
  )
}

/** Stores each link that differs, and deletes those that are empty now; ends with the first that fails. */
function useLinkWrites(tenantId: string, type: SetType) {
  const { text } = useFormTexts()
  const toasts = useToasts()
  const save = useWrite(site.save, { failure: handledByCaller })
  const remove = useWrite(site.remove, { failure: handledByCaller })
  return async (values: Values, rows: readonly Row[]): Promise<WriteResult<unknown>> => {
    const before = toValues(type, rows)
    for (const kind of kindsOf[type]) {
      const { httpLink, status } = values[kind]!
      const row = rows.find(({ configurationSubType }) => configurationSubType === kind)
      if (httpLink === before[kind]!.httpLink && status === before[kind]!.status) continue
      if (isBlank(httpLink) && row === undefined) continue
      const ofKind = { tenantId, configurationType: type, configurationSubType: kind, httpLink }
      const configuration = { ...ofKind, version: row?.version, ...(type === 'social' && { status }) }
      const result = isBlank(httpLink)
        ? await remove.send({ tenantId, configurationType: type, tag: row!.tag })
        : await save.send({ configuration: configuration as unknown as SiteInput })
      if (result.kind !== 'done') return result
    }
    toasts.show({ text: text('success.saved'), tone: 'positive' })
    return { kind: 'done', output: undefined }
  }
}

const pick = (values: Values, kinds: readonly string[]): Values =>
  Object.fromEntries(kinds.map(kind => [kind, values[kind]!]))

/** VAL-06, VAL-07 */
function checkLink(kind: string, { httpLink }: Link): Issue[] {
  return isBlank(httpLink) || isUrl(toUrl(httpLink))
    ? []
    : [{ path: `${kind}.httpLink`, code: 'validation.url' }]
}

function toValues(type: SetType, rows: readonly Row[]): Values {
  return Object.fromEntries(
    kindsOf[type].map(kind => {
      const row = rows.find(({ configurationSubType }) => configurationSubType === kind)
      const status = row !== undefined && 'status' in row ? row.status : true
      return [kind, { httpLink: row?.httpLink ?? '', status }]
    }),
  )
}

/** What is in the form, as the preview shows it. */
const toRows = (kinds: readonly string[], values: Values) =>
  kinds
    .filter(kind => !isBlank(values[kind]!.httpLink))
    .map(kind => ({ tag: kind, configurationSubType: kind, ...values[kind] }))
