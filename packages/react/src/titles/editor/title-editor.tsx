import type { Title } from '@kinora/core'
import { FileQuestion, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CaptionsCard } from '../../captions/captions-card.tsx'
import { LoadFailed } from '../../kernel/load-failed.tsx'
import { useKinora } from '../../kernel/provider.tsx'
import type { DirtyListener } from '../../kernel/use-draft.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card, SplitForm } from '../../ui/form/split-form.tsx'
import { LazyBoundary, lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useUploadState } from '../../uploads/use-uploads.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { TitleFileCard } from '../files/title-file-card.tsx'
import { TitlePlayer, TitleStill } from '../files/title-player.tsx'
import { TitleTrailerCard } from '../files/title-trailer-card.tsx'
import { useTitleFiles } from '../files/use-title-files.ts'
import { RemoveFromSiteDialog, type RemoveFromSiteDialogProps } from '../list/remove-from-site-dialog.tsx'
import { type TitleActions, useTitleActions } from '../list/use-title-actions.ts'
import { TitleAboutCard } from './title-about-card.tsx'
import { TitleChecklist } from './title-checklist.tsx'
import { TitleClassCard } from './title-class-card.tsx'
import { TitleConflicts } from './title-conflicts.tsx'
import { TitleCoverCard } from './title-cover-card.tsx'
import { TitleEditorProvider, useDraftValue, useEditor } from './title-editor-context.tsx'
import { TitleEditorBar, TitleEditorHeader, TitleEditorSummary } from './title-editor-frame.tsx'
import { TitleHistoryPanel } from './title-history-panel.tsx'
import { TitleReleaseCard } from './title-release-card.tsx'
import { TitleFactsCard, TitleOriginCard, TitleStatusCard } from './title-status-card.tsx'
import { useTitle } from './use-title.ts'
import { type TitleEditorOptions, useTitleEditor } from './use-title-editor.ts'

const TitleDeliveryCard = lazyPart(async () => ({
  default: (await import('../files/title-delivery-card.tsx')).TitleDeliveryCard,
}))

/** Only what was published has numbers. */
const TitleNumbersCard = lazyPart(async () => ({
  default: (await import('../numbers/title-numbers-card.tsx')).TitleNumbersCard,
}))

export interface TitleEditorProps {
  /** Left out, the editor makes a new title. */
  tag?: string
  /** Where the list is; given, links lead back to it. */
  listHref?: string
  /** Called with whether there are unsaved changes. */
  onDirtyChange?: DirtyListener
  /** Called with the tag of a new title once it is stored; without it the editor goes on with the title itself. */
  onCreated?: (tag: string) => void
}

/** The editor of one content title: every field, its file, trailer and cover, its state, saving and publishing. */
export function TitleEditor({ tag: given, listHref, onDirtyChange, onCreated }: TitleEditorProps) {
  const { text } = useTitleEditorTexts()
  const [made, setMade] = useState<string>()
  const [deleted, setDeleted] = useState(false)
  const tag = given ?? made
  const uploading = useUploadState(({ items }) => items.some(item => item.tag === tag))
  const source = useTitle(tag, { watch: uploading })
  const { reading } = source
  const back = listHref ? <ButtonLink href={listHref}>{text('ui.nav.contentTitles')}</ButtonLink> : null
  // Undone, it is there again.
  if (deleted && reading.kind === 'missing')
    return (
      <EmptyState
        isPage
        icon={<Trash2 size={20} aria-hidden="true" />}
        title={text('ui.editor.deleted')}
        text={text('ui.editor.deletedText')}
        actions={back}
      />
    )
  if (reading.kind === 'missing')
    return (
      <EmptyState
        isPage
        icon={<FileQuestion size={20} aria-hidden="true" />}
        title={text('title.notFound')}
        text={text('ui.editor.notFoundText')}
        actions={back}
      />
    )
  if (reading.kind === 'failed')
    return <LoadFailed isPage error={reading.error} onRetry={reading.retry} actions={back} />
  if (reading.kind === 'loading' && made === undefined) return <TitleEditorSkeleton />
  return (
    <Editor
      title={reading.kind === 'ready' ? reading.title : undefined}
      source={source}
      listHref={listHref}
      onDirtyChange={onDirtyChange}
      onCreated={onCreated ?? setMade}
      onDeleted={() => {
        onDirtyChange?.(false, async () => true)
        setDeleted(true)
      }}
    />
  )
}

interface EditorProps extends TitleEditorOptions {
  listHref?: string
  onDeleted: () => void
}

function Editor({ listHref, onDeleted, ...options }: EditorProps) {
  const editor = useTitleEditor(options)
  const files = useTitleFiles(editor)
  const actions = useTitleActions()
  const { text } = useTitleEditorTexts()
  const [asked, setAsked] = useState<RemoveFromSiteDialogProps['asked']>()
  const [history, setHistory] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void editor.save()
  }
  return (
    <TitleEditorProvider value={{ ...editor, files }}>
      <form className="kn-title-editor" aria-label={text('ui.editor.form')} noValidate onSubmit={submit}>
        <TitleEditorHeader
          listHref={listHref}
          actions={actions}
          onRemoveFromSite={setAsked}
          onHistory={() => setHistory(true)}
        />
        <SplitForm
          asideLabel={text('ui.editor.aside')}
          asideFirst={editor.title !== undefined}
          aside={<Aside actions={actions} />}
        >
          <TitleEditorSummary actions={actions} />
          <TitleConflicts />
          <TitleFileCard />
          <TitleAboutCard />
          <TitleClassCard />
          <TitleCoverCard />
          <TitleReleaseCard />
          <TitleTrailerCard />
          {editor.title === undefined ? null : <TitleCaptions title={editor.title} />}
          {editor.title?.publishedDate ? (
            <LazyBoundary fallback={null}>
              <TitleDeliveryCard title={editor.title} />
            </LazyBoundary>
          ) : null}
          {editor.title?.publishedDate ? (
            <LazyBoundary fallback={<Skeleton height={220} />}>
              <TitleNumbersCard title={editor.title} />
            </LazyBoundary>
          ) : null}
          <TitleEditorBar actions={actions} />
        </SplitForm>
      </form>
      {editor.title === undefined ? null : (
        <TitleHistoryPanel title={editor.title} open={history} onClose={() => setHistory(false)} />
      )}
      <RemoveFromSiteDialog
        {...{ asked, actions }}
        onDone={gone => {
          setAsked(undefined)
          if (gone) onDeleted()
        }}
      />
    </TitleEditorProvider>
  )
}

function TitleCaptions({ title }: { title: Title }) {
  return (
    <CaptionsCard
      titleTag={title.tag}
      length={title.durationSecond}
      spoken={title.classLanguageCode}
      player={onVideo => <TitlePlayer title={title} onVideo={onVideo} />}
    />
  )
}

function Aside({ actions }: { actions: TitleActions }): ReactNode {
  const { title } = useEditor()
  const { baseUrl } = useKinora()
  const cover = useDraftValue('imageLink')
  return (
    <>
      {title === undefined ? (
        <TitleStill poster={cover && baseUrl + cover} />
      ) : (
        <TitlePlayer title={title} cover={cover} />
      )}
      {title === undefined ? null : <TitleStatusCard title={title} actions={actions} />}
      <TitleChecklist />
      {title === undefined ? null : <TitleFactsCard title={title} />}
      {title === undefined ? null : <TitleOriginCard title={title} />}
    </>
  )
}

const rows = ['one', 'two', 'three', 'four']

/** The shape of the editor while the title is fetched. */
function TitleEditorSkeleton() {
  const { text } = useTitleEditorTexts()
  return (
    <div className="kn-title-editor" aria-busy="true">
      <VisuallyHidden role="status">{text('ui.editor.loading')}</VisuallyHidden>
      <Skeleton width={240} height={28} />
      <SplitForm
        asideLabel={text('ui.editor.aside')}
        aside={
          <>
            <Skeleton height={214} />
            <Skeleton height={160} />
          </>
        }
      >
        <Card>
          {rows.map(row => (
            <div key={row} className="kn-field">
              <Skeleton width={96} height={12} />
              <Skeleton height={36} />
            </div>
          ))}
        </Card>
        <Card>
          <Skeleton height={180} />
        </Card>
      </SplitForm>
    </div>
  )
}
