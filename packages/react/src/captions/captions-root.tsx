import type { Caption } from '@kinora/core'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { languageNameIn } from '../kernel/language-names.ts'
import { LazyMount } from '../ui/lazy-mount.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useOpening } from '../ui/overlay/dialog.tsx'
import { type PartProps, partMarks } from '../ui/part.ts'
import type { RenderPlayer } from './caption-editor.tsx'
import { useCaptionTexts } from './texts.ts'
import {
  type CaptionListener,
  CaptionListening,
  type CaptionsModel,
  useCaptions,
  useCaptionWrites,
} from './use-captions.ts'

const CaptionEditor = lazyPart(async () => ({
  default: (await import('./caption-editor.tsx')).CaptionEditor,
}))
const CaptionDialog = lazyPart(async () => ({
  default: (await import('./caption-dialog.tsx')).CaptionDialog,
}))

export interface CaptionsRootProps extends CaptionListener, Pick<PartProps, 'className' | 'rootRef'> {
  titleTag: string
  /** Whole seconds of the title, which no caption starts after; 0, or left out, where it has no video yet. */
  length?: number | undefined
  /** What is spoken: captions are in that language unless their file says another. */
  spoken?: string | null | undefined
  /** The video beside the text that is edited. */
  player?: RenderPlayer | undefined
  children?: ReactNode
}

/** What the parts of captions share. */
export interface CaptionsView {
  captions: CaptionsModel
  /** Asks for new captions. */
  openAdd(): void
  /** Opens the text and times of a track beside the video. */
  openEditor(track: Caption): void
  /** Asks for another name, language or file. */
  openChange(track: Caption): void
  /** Asks whether it may go. */
  openDelete(track: Caption): void
}

const CaptionsContext = createContext<CaptionsView | null>(null)

/** The captions of a title and the dialogs that change them, for a part of a host's own inside a `CaptionsRoot`. */
export function useCaptionsView(): CaptionsView {
  const view = useContext(CaptionsContext)
  if (view === null) throw new Error('A part of captions stands in a <CaptionsRoot>.')
  return view
}

/** Holds the captions of a title, and the dialogs in which they are added, changed, edited and deleted. */
export function CaptionsRoot({ onSaved, onRemoved, ...held }: CaptionsRootProps) {
  return (
    <CaptionListening.Provider value={{ onSaved, onRemoved }}>
      <CaptionsHolder {...held} />
    </CaptionListening.Provider>
  )
}

/** Below the listener, which is told of the acts of `useCaptionsView`, too. */
function CaptionsHolder(props: Omit<CaptionsRootProps, keyof CaptionListener>) {
  const { titleTag, length, spoken = null, player, className, rootRef, children } = props
  const captions = useCaptions(titleTag, { length })
  const { tracks } = captions
  /** A track, or none for a new one. */
  const changing = useOpening<Caption | undefined>()
  const editing = useOpening<Caption>()
  const [deleting, setDeleting] = useState<Caption>()
  const view: CaptionsView = {
    captions,
    openAdd: () => changing.open(undefined),
    openEditor: editing.open,
    openChange: changing.open,
    openDelete: setDeleting,
  }
  return (
    <CaptionsContext.Provider value={view}>
      <div ref={rootRef} className={className} {...partMarks('captions', captions.state)}>
        {children}
        <LazyMount when={changing.isOpen} onCancel={changing.close}>
          <CaptionDialog
            key={changing.nth}
            open={changing.isOpen}
            titleTag={titleTag}
            length={length}
            spoken={spoken}
            track={changing.subject}
            tracks={tracks}
            onClose={changing.close}
          />
        </LazyMount>
        <LazyMount when={editing.isOpen} onCancel={editing.close}>
          {editing.subject === undefined ? null : (
            <CaptionEditor
              key={editing.nth}
              open={editing.isOpen}
              track={editing.subject}
              length={length}
              player={player}
              onClose={editing.close}
            />
          )}
        </LazyMount>
        <DeleteDialog track={deleting} onClose={() => setDeleting(undefined)} />
      </div>
    </CaptionsContext.Provider>
  )
}

function DeleteDialog({ track, onClose }: { track: Caption | undefined; onClose: () => void }) {
  const { text, error } = useCaptionTexts()
  const [shown, setShown] = useState(track)
  if (track !== undefined && track !== shown) setShown(track)
  const language = languageNameIn(text, shown?.language ?? null)
  const { remove } = useCaptionWrites(shown === undefined ? [] : [shown])
  return (
    <ConfirmDialog
      open={track !== undefined}
      busy={remove.isPending}
      error={remove.error === null ? undefined : error(remove.error)}
      title={text('ui.captions.deleteTitle', { language })}
      text={text('ui.captions.deleteText')}
      confirmLabel={text('ui.captions.delete', { language })}
      cancelLabel={text('ui.cancel')}
      closeLabel={text('ui.close')}
      onClose={onClose}
      onConfirm={async () => {
        const { kind } = await remove.send({ trackId: shown!.trackId })
        if (kind === 'done') onClose()
      }}
    />
  )
}
