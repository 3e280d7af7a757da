import {
  CustomDraft,
  checkWith,
  limits,
  newCustomLink,
  type SiteInput,
  type SiteOf,
  site,
} from '@kinora/core'
import { useMemo, useRef } from 'react'
import { ActiveState, DraftSwitch } from '../kernel/active.tsx'
import { DeleteRow } from '../kernel/delete-row.tsx'
import { DraftText } from '../kernel/draft-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { shownIssues, unlessHidden, withoutHidden } from '../kernel/form-fields.ts'
import { FormPart } from '../kernel/form-state.tsx'
import { useFormTexts } from '../kernel/form-texts.ts'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { type Draft, useDraft } from '../kernel/use-draft.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Card } from '../ui/form/split-form.tsx'
import { SitePreview } from './site-preview.tsx'
import { useConfigurations, useSiteTexts, useStoredLook } from './use-site.tsx'

type CustomLink = SiteOf<'custom'>

/** Its fields, and what a host says of its page. */
type LinkFormProps = Omit<FormPageProps<keyof CustomDraft>, 'defaults'>

/** NAV-43, SITE-10: a new custom link, or one that is there. */
export const CustomLinkForm = ofTenant<LinkFormProps>(props => {
  const { id, tenantId, listHref, className, rootRef } = props
  const { text } = useSiteTexts()
  const { rows, reading, refresh } = useConfigurations(tenantId, 'custom')
  const link = rows.find(({ tag }) => tag === id)
  const back = { href: listHref, label: text('ui.nav.customLinks') }
  const isOpen = reading.data !== undefined && (id === undefined || link !== undefined)
  return (
    <FormPart part="custom-links-form" {...{ className, rootRef, back }} readings={[reading]}>
      {isOpen && <OpenForm key={id} {...props} link={link} rows={rows} back={back} refresh={refresh} />}
    </FormPart>
  )
})

interface OpenProps extends LinkFormProps {
  tenantId: string
  link: CustomLink | undefined
  rows: readonly CustomLink[]
  back: { href: string | undefined; label: string }
  refresh(): Promise<readonly CustomLink[]>
}

function OpenForm(props: OpenProps) {
  const { id, tenantId, link, rows, back, onDeleted } = props
  const { text } = useSiteTexts()
  const form = useFormTexts()
  const draft = useLinkDraft(props)
  const look = useStoredLook(tenantId)
  const name = unlessHidden(draft.fields, 'linkText', link?.linkText)
  // Without its text or its state the preview has nothing to show of it.
  const told = withoutHidden(draft.form.watch(), draft.fields)
  const isShown = told.linkText !== undefined && told.status !== undefined
  const others = rows.filter(({ tag }) => tag !== id)
  const shown = { ...told, tag: id ?? '' } as CustomLink
  const known = id === undefined ? [...rows, shown] : rows.map(row => (row.tag === id ? shown : row))
  const custom = isShown ? known : others
  const history = link && ({ noun: 'site', row: link.tag, tenantId, start: newCustomLink } as const)
  return (
    <DraftForm
      draft={{ ...draft, history, look: props }}
      back={back}
      isNew={link === undefined}
      title={link ? name : text('ui.links.new')}
      badge={unlessHidden(draft.fields, 'status', link && <ActiveState active={link.status} />)}
      saveLabel={link ? undefined : text('ui.links.create')}
      labels={{ status: form.text('ui.state') }}
      aside={<SitePreview look={{ ...look, custom }} device="web" />}
      asideLabel={text('ui.preview')}
      actions={
        link && (
          <DeleteRow
            endpoint={site.remove}
            input={{ tenantId, configurationType: 'custom', tag: link.tag }}
            label={text('ui.links.delete')}
            name={name}
            onDeleted={onDeleted}
          />
        )
      }
    >
      <Card>
        <DraftText
          draft={draft}
          name="httpLink"
          max={limits.url}
          input={{ type: 'url', inputMode: 'url' }}
          required
        />
        <DraftText draft={draft} name="linkText" max={limits.text} required />
        <DraftText draft={draft} name="linkHoverText" max={limits.text} />
        <DraftSwitch draft={draft} name="status" />
      </Card>
    </DraftForm>
  )
}

/** The draft of a link. A save answers with all links: the one that wasn't there before is the new one. */
function useLinkDraft(props: OpenProps): Draft<CustomDraft> {
  const { id, tenantId, link, rows, refresh, fields, onAdded, onDirtyChange } = props
  const form = useFormTexts()
  const saved = id === undefined ? 'success.itemSaved' : 'success.saved'
  const save = useWrite(site.save, { success: form.text(saved), failure: handledByCaller })
  const stored = useMemo(() => toStored(link), [link])
  const before = useRef(rows)
  const find = (all: readonly unknown[]) => {
    const links = all as readonly CustomLink[]
    return links.find(({ tag }) =>
      id === undefined ? !before.current.some(row => row.tag === tag) : tag === id,
    )
  }
  const draft: Draft<CustomDraft> = useDraft<CustomDraft, { data: readonly unknown[] }>({
    stored,
    fields,
    check: values => shownIssues(checkWith(CustomDraft, values), fields),
    save: (values, { version }) => {
      before.current = rows
      const configuration = { tenantId, configurationType: 'custom', tag: id, version, ...values }
      return save.send({ configuration: configuration as SiteInput })
    },
    refresh: () => refresh().then(fresh => toStored(find(fresh))),
    toStored: ({ data }) => toStored(find(data)),
    onSaved: ({ data }) => id === undefined && onAdded?.(find(data)?.tag ?? ''),
    onDirtyChange,
    keep: `site ${tenantId} custom ${id ?? 'new'}`,
  })
  return draft
}

function toStored(link: CustomLink | undefined): { values: CustomDraft; version?: number } {
  if (link === undefined) return { values: newCustomLink }
  const { httpLink, linkText, linkHoverText, status, version } = link
  return { values: { httpLink, linkText, linkHoverText, status }, version }
}
