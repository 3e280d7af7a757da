import { type Title, TitleStatus } from '@kinora/core'
import { Check, CircleDot, Clock3, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { FavouriteToggle } from '../../favourites/favourite-toggle.tsx'
import { useActingTenant, useUser } from '../../kernel/provider.tsx'
import { PreviewOnSite, SeeOnSite } from '../../kernel/site-link.tsx'
import { useDates } from '../../kernel/use-dates.ts'
import type { Problem } from '../../kernel/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { FormSummary } from '../../ui/form/form-summary.tsx'
import { useSaveKey } from '../../ui/form/save-bar.tsx'
import { StickyBar } from '../../ui/frame/bars.tsx'
import { BackLink, PageHeader } from '../../ui/frame/page-header.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { ProgressRing } from '../../ui/status/progress.tsx'
import { useVideoUpload } from '../../uploads/use-upload-state.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { titleMenuGroups } from '../list/title-menu.tsx'
import { canAskWhenReady } from '../list/use-title-actions.ts'
import { TitleBadge } from '../title-badge.tsx'
import { type DraftField, draftFields, isAudio, pageOrder, problemText } from './title-draft.ts'
import { useDraftValue, useTitleEditorView } from './title-editor-context.tsx'

export interface TitleEditorHeaderProps {
  /** In place of the title's name; `null` where the host has its own heading. */
  heading?: string | null | undefined
}

/** The name as it is being written, its status, and what else can be done with it. */
export function TitleEditorHeader({ heading }: TitleEditorHeaderProps) {
  const { moment } = useDates()
  const { title, listHref } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const name = useDraftValue('className').trim()
  const upload = useVideoUpload(title?.tag)
  return (
    <PageHeader
      back={<BackLink href={listHref}>{text('ui.nav.contentTitles')}</BackLink>}
      title={
        heading === undefined
          ? name || text(title === undefined ? 'ui.editor.newTitle' : 'ui.titles.untitled')
          : heading
      }
      aside={
        title === undefined ? null : (
          <span className="kn-title-editor-badge">
            <TitleBadge title={title} upload={upload} />
          </span>
        )
      }
      text={
        title === undefined ? (
          text('ui.editor.newText')
        ) : (
          <>
            <bdi>{title.tag}</bdi> · {text('ui.editor.changed', { date: moment(title.updatedDate) })}
          </>
        )
      }
      actions={
        title === undefined ? null : (
          <>
            <TitleOnSite title={title} />
            <FavouriteToggle title={title} />
            <MoreActions title={title} />
          </>
        )
      }
    />
  )
}

/** LIVE-02, LIVE-03: as members see it, or would. */
function TitleOnSite({ title: { tag, status, tenants, siteDates } }: { title: Title }) {
  const acting = useActingTenant()
  const { tenants: own } = useUser()
  const tenant = acting ?? own[0]
  if (tenant === undefined) return null
  const { tenantId } = tenant
  const path = `classes/${tag}`
  const isOnSite = status === TitleStatus.Published && tenants.includes(tenantId) && siteDates.state === 'on'
  return isOnSite ? <SeeOnSite path={path} /> : <PreviewOnSite {...{ tenantId, path }} titleTag={tag} />
}

function MoreActions({ title }: { title: Title }) {
  const { actions, removeFromSite, showHistory } = useTitleEditorView()
  const texts = useTitleEditorTexts()
  return (
    <Menu
      trigger={
        <IconButton
          variant="secondary"
          size="normal"
          label={texts.text('ui.editor.actions')}
          icon={<Ellipsis size={16} aria-hidden="true" />}
          tooltip={false}
        />
      }
      groups={titleMenuGroups(title, {
        actions,
        texts,
        onRemoveFromSite: removeFromSite,
        onHistory: { label: texts.text('ui.history'), onSelect: showHistory },
      })}
    />
  )
}

/** The bar at the foot: whether there is anything to save, when it was saved, Save and Publish. */
export function TitleEditorBar() {
  const { title, isDirty, working, save, publish, actions } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const published = title?.status === TitleStatus.Published
  const saveLabel = title === undefined ? 'ui.editor.create' : published ? 'ui.editor.update' : 'ui.form.save'
  const mayPublish = actions.may('publish')
  const isLater = mayPublish && title !== undefined && canAskWhenReady(title)
  useSaveKey(isDirty, save)
  return (
    <StickyBar
      label={text('ui.editor.saveAndPublish')}
      status={<BarStatus />}
      isQuiet={!isDirty && working === undefined}
      actions={
        <>
          <Button
            type="submit"
            variant={published || title === undefined ? 'primary' : 'secondary'}
            aria-keyshortcuts="Control+S Meta+S"
            disabled={title !== undefined && !isDirty && working === undefined}
            loading={working === 'save'}
          >
            {text(saveLabel)}
          </Button>
          {title === undefined || published || !mayPublish ? null : (
            <Button
              variant={isLater ? 'secondary' : 'primary'}
              loading={working === 'publish'}
              onClick={() => void publish()}
            >
              {text(isDirty ? 'ui.editor.saveAndPublish' : 'ui.publish')}
            </Button>
          )}
          {isLater ? <PublishWhenReady title={title} /> : null}
        </>
      }
    />
  )
}

/** Saves what was changed, and asks for the rest to be done once the file is processed. */
function PublishWhenReady({ title }: { title: Title }) {
  const { isDirty, save, actions } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const [isAsking, setAsking] = useState(false)
  const ask = async () => {
    setAsking(true)
    if (!isDirty || (await save()).kind === 'done') await actions.publishWhenReady(title)
    setAsking(false)
  }
  return (
    <Button variant="primary" loading={isAsking} onClick={() => void ask()}>
      {text('ui.titles.publishWhenReady')}
    </Button>
  )
}

function BarStatus() {
  const { moment } = useDates()
  const { title, isDirty, working } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  if (working !== undefined)
    return (
      <>
        <ProgressRing />
        {text(working === 'save' ? 'ui.form.saving' : 'ui.editor.publishing')}
      </>
    )
  if (isDirty)
    return (
      <>
        <CircleDot className="kn-bar-dirty" size={16} aria-hidden="true" />
        <span>
          {text('ui.form.unsaved')}
          {title?.status === TitleStatus.Published ? (
            <span className="kn-bar-soft"> · {text('ui.editor.liveChanges')}</span>
          ) : null}
        </span>
      </>
    )
  if (title === undefined) return text('ui.editor.nothingYet')
  return (
    <>
      <Check className="kn-bar-saved" size={16} aria-hidden="true" />
      {text('ui.editor.saved', { time: moment(title.updatedDate) })}
    </>
  )
}

/** The fields as they stand on the page; what has no place of its own comes last. */
const inOrder = [...new Set<DraftField>([...pageOrder, ...draftFields])]

/** What blocked the last attempt, each a link to its field. */
export function TitleEditorSummary() {
  const { form, attempt, attempted, message, problem, problems, fieldId } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const placeOf = ({ path }: Problem) => (path === undefined ? -1 : inOrder.indexOf(path as DraftField))
  const lines = [...problems]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map(({ path, text: words }) => ({ id: path && fieldId(path), text: words }))
  if (problem !== undefined)
    lines.unshift({ id: fieldId('file'), text: text(problemText(problem, isAudio(form.getValues()))) })
  const failed = message !== undefined
  const title =
    attempted === 'publish'
      ? failed
        ? 'ui.editor.summaryPublishFailed'
        : 'ui.editor.summaryPublish'
      : failed
        ? 'ui.editor.summarySave'
        : 'ui.editor.summaryFix'
  return (
    <FormSummary
      title={text(title)}
      problems={lines}
      attempt={attempt}
      tone={attempted === 'publish' && !failed ? 'warning' : 'negative'}
      actions={problem === 'underWay' && lines.length === 1 ? <PublishLater /> : null}
    />
  )
}

/** Nothing but the processing is missing, so the server can publish once that has ended. */
function PublishLater() {
  const { title, isDirty, save, actions } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  return (
    <Button
      size="compact"
      icon={<Clock3 size={16} aria-hidden="true" />}
      onClick={async () => {
        if (title !== undefined && (!isDirty || (await save()).kind === 'done'))
          await actions.publishWhenReady(title)
      }}
    >
      {text('ui.titles.publishWhenReady')}
    </Button>
  )
}
