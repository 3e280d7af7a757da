import { FileQuestion, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { isPartial } from '../../kernel/form-fields.ts'
import { LoadFailed } from '../../kernel/load-failed.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { useEmptyCards } from '../../ui/form/empty-cards.ts'
import { Card, SplitForm } from '../../ui/form/split-form.tsx'
import { type PartProps, type PartState, partMarks } from '../../ui/part.ts'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { useUploadState } from '../../uploads/use-upload-state.ts'
import { useTitleEditorTexts } from '../editor-texts.ts'
import { useTitleFiles } from '../files/use-title-files.ts'
import { RemoveFromSiteDialog, type RemoveFromSiteDialogProps } from '../list/remove-from-site-dialog.tsx'
import { useTitleActions } from '../list/use-title-actions.ts'
import { TitleEditorContext } from './title-editor-context.tsx'
import { TitleHistoryPanel } from './title-history-panel.tsx'
import { type TitleReading, type TitleSource, useTitle } from './use-title.ts'
import {
  type TitleEditorHost,
  type TitleEditorModel,
  type TitleEditorOptions,
  useTitleEditor,
} from './use-title-editor.ts'

export interface TitleEditorRootProps extends TitleEditorHost, Pick<PartProps, 'className' | 'rootRef'> {
  /** Left out, the editor makes a new title. */
  tag?: string | undefined
  /** Where the list is; given, links lead back to it. */
  listHref?: string | undefined
  /** Called once the title was deleted from here. */
  onDeleted?: (() => void) | undefined
  /** The parts of the editor, as the host lays them out. */
  children: ReactNode
}

/** Reads a title, or starts a new one, and gives the parts of an editor what they share: the draft, its file, saving and publishing. */
export function TitleEditorRoot(props: TitleEditorRootProps) {
  const { tag } = props
  const [made, setMade] = useState<string>()
  const [opened, setOpened] = useState({ tag, key: 0 })
  if (opened.tag !== tag) {
    // A new title goes on in place once its host has heard of it and names it.
    const goesOn = opened.tag === undefined && tag === made
    setOpened({ tag, key: goesOn ? opened.key : opened.key + 1 })
    setMade(undefined)
  }
  return <OneTitle key={opened.key} {...props} onMade={setMade} />
}

/** One title, or one new one: another starts afresh. */
function OneTitle(props: TitleEditorRootProps & { onMade: (tag: string) => void }) {
  const { tag: given, listHref, className, rootRef, children, onMade, onDeleted, ...host } = props
  const [made, setMade] = useState<string>()
  const [deleted, setDeleted] = useState(false)
  const tag = given ?? made
  const uploading = useUploadState(({ items }) => items.some(item => item.tag === tag))
  const source = useTitle(tag, { watch: uploading })
  const isMade = source.state === 'loading' && made !== undefined
  return (
    <div
      ref={rootRef}
      className={classes('kn-part', className)}
      {...partMarks('title-editor', isMade ? 'ready' : states[source.state])}
    >
      {source.state === 'ready' || source.state === 'new' || isMade ? (
        <Editor
          {...host}
          title={source.title}
          source={source}
          listHref={listHref}
          onCreated={tag => {
            onMade(tag)
            setMade(tag)
            host.onCreated?.(tag)
          }}
          onDeleted={() => {
            host.onDirtyChange?.(false)
            setDeleted(true)
            onDeleted?.()
          }}
        >
          {children}
        </Editor>
      ) : (
        <Unread source={source} deleted={deleted} listHref={listHref} />
      )}
    </div>
  )
}

const states: Record<TitleReading['state'], PartState> = {
  new: 'ready',
  ready: 'ready',
  loading: 'loading',
  missing: 'empty',
  failed: 'failed',
}

interface UnreadProps {
  source: TitleSource
  /** From here; undone, it is there again. */
  deleted: boolean
  listHref: string | undefined
}

/** What stands in place of the editor while there is no title to edit. */
function Unread({ source, deleted, listHref }: UnreadProps) {
  const { text } = useTitleEditorTexts()
  const back = listHref ? <ButtonLink href={listHref}>{text('ui.nav.contentTitles')}</ButtonLink> : null
  if (source.state === 'failed')
    return <LoadFailed isPage error={source.cause} onRetry={source.retry} actions={back} />
  if (source.state !== 'missing') return <TitleEditorSkeleton />
  return (
    <EmptyState
      isPage
      icon={deleted ? <Trash2 size={20} aria-hidden="true" /> : <FileQuestion size={20} aria-hidden="true" />}
      title={text(deleted ? 'ui.editor.deleted' : 'title.notFound')}
      text={text(deleted ? 'ui.editor.deletedText' : 'ui.editor.notFoundText')}
      actions={back}
    />
  )
}

interface EditorProps extends TitleEditorOptions, Pick<TitleEditorProviderProps, 'listHref' | 'onDeleted'> {
  children: ReactNode
}

function Editor({ listHref, onDeleted, children, ...options }: EditorProps) {
  const editor = useTitleEditor(options)
  const { text } = useTitleEditorTexts()
  const form = useEmptyCards(isPartial(editor.fields))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void editor.save()
  }
  return (
    <TitleEditorProvider value={editor} listHref={listHref} onDeleted={onDeleted}>
      <form
        ref={form}
        className="kn-title-editor"
        aria-label={text('ui.editor.form')}
        noValidate
        onSubmit={submit}
      >
        {children}
      </form>
    </TitleEditorProvider>
  )
}

export interface TitleEditorProviderProps {
  /** What `useTitleEditor` answers. */
  value: TitleEditorModel
  listHref?: string | undefined
  /** Called once the title was deleted from here. */
  onDeleted?: (() => void) | undefined
  children: ReactNode
}

/** Gives the parts of a title editor what they share where a host has the model itself. It draws nothing but the dialogs that are asked for. */
export function TitleEditorProvider({ value, listHref, onDeleted, children }: TitleEditorProviderProps) {
  const files = useTitleFiles(value)
  const actions = useTitleActions()
  const [asked, removeFromSite] = useState<RemoveFromSiteDialogProps['asked']>()
  const [history, setHistory] = useState(false)
  const places = useMemo(() => ({ showHistory: () => setHistory(true), removeFromSite }), [])
  return (
    <TitleEditorContext.Provider value={{ ...value, ...places, files, actions, listHref }}>
      {children}
      {value.title === undefined ? null : (
        <TitleHistoryPanel title={value.title} open={history} onClose={() => setHistory(false)} />
      )}
      <RemoveFromSiteDialog
        {...{ asked, actions }}
        onDone={gone => {
          removeFromSite(undefined)
          if (gone) onDeleted?.()
        }}
      />
    </TitleEditorContext.Provider>
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
