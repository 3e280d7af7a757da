import {
  canEncodeTrailerAgain,
  isStalled,
  type TrailerState as State,
  type Title,
  titles,
  toTrailerFailureKey,
  toTrailerState,
} from '@kinora/core'
import { Clapperboard, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/form/split-form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Badge, type BadgeTone } from '../../ui/status/badge.tsx'
import { isCancellable, useUploadOf } from '../../uploads/use-upload-state.ts'
import { useTitleEditorView } from '../editor/title-editor-context.tsx'
import { FieldOfTitle } from '../editor/title-field.tsx'
import { type TitleEditorKey, useTitleEditorTexts } from '../editor-texts.ts'
import { TitleFilePlace } from './title-file-card.tsx'

const badges: Record<Exclude<State, 'none'>, readonly [TitleEditorKey, BadgeTone]> = {
  uploading: ['ui.editor.trailerUploading', 'info'],
  processing: ['ui.editor.trailerProcessing', 'info'],
  mobilePending: ['ui.editor.trailerMobile', 'info'],
  completed: ['ui.editor.trailerReady', 'positive'],
  error: ['ui.editor.trailerError', 'negative'],
}

/** The trailer: its name, its file, how far it is, and what can be done with it (E-3, VIDEO-08). */
export function TitleTrailerCard() {
  const { title } = useTitleEditorView()
  const { text } = useTitleEditorTexts()
  const state = title === undefined ? 'none' : toTrailerState(title)
  return (
    <Card
      title={text('ui.editor.trailer')}
      actions={title === undefined || state === 'none' ? null : <TrailerState title={title} state={state} />}
    >
      <TitleFilePlace
        of="trailer"
        label={text('ui.editor.trailer')}
        look="compact"
        icon={<Clapperboard size={20} aria-hidden="true" />}
        title={text(state === 'none' ? 'ui.editor.trailerDrop' : 'ui.editor.trailerReplace')}
        hint={text('ui.editor.dropHint')}
        buttonLabel={text('ui.editor.chooseTrailer')}
        accept=".mp4"
        disabled={state === 'processing' || state === 'mobilePending'}
      />
      <TrailerNameField />
    </Card>
  )
}

export const TrailerNameField = () => (
  <FieldOfTitle name="trailerName">
    {({ value, set, blur }) => (
      <TextInput
        value={value ?? ''}
        onChange={event => set(event.target.value === '' ? null : event.target.value)}
        onBlur={blur}
      />
    )}
  </FieldOfTitle>
)

function TrailerState({ title, state }: { title: Title; state: Exclude<State, 'none'> }) {
  const { text, textOf } = useTitleEditorTexts()
  const trailer = useTrailer(title)
  const isHere = useUploadOf(title.tag, 'trailer', upload => upload !== undefined && isCancellable(upload))
  const [asking, setAsking] = useState(false)
  const [words, tone] = badges[state]
  const busy = state === 'processing' || state === 'mobilePending' || state === 'uploading'
  const stuck = title.trailerStuck
  const isStuck = isStalled(stuck)
  const failure = state === 'error' ? toTrailerFailureKey(title) : null
  const reason = isStuck ? stuck.reason : failure
  return (
    <span className="kn-trailer-state">
      <Badge
        tone={isStuck ? 'warning' : tone}
        progress={busy && !isStuck ? 'indeterminate' : undefined}
        reason={reason === null ? undefined : textOf(reason, isStuck ? 'stuck.other' : 'processing.failed')}
      >
        {text(words)}
      </Badge>
      {isStuck ? (
        <Button size="compact" loading={trailer.working} onClick={() => void trailer.retry()}>
          {text(`ui.titles.wayOut.${stuck.wayOut}`)}
        </Button>
      ) : null}
      {!isStuck && !isHere && (state === 'processing' || state === 'uploading') ? (
        <Button
          size="compact"
          variant="quiet"
          loading={trailer.working}
          onClick={() => void trailer.cancel()}
        >
          {text('ui.editor.trailerCancel')}
        </Button>
      ) : null}
      {canEncodeTrailerAgain(title) ? (
        <Button size="compact" loading={trailer.working} onClick={() => void trailer.again()}>
          {text('ui.retry')}
        </Button>
      ) : null}
      {state === 'completed' ? (
        <Button
          size="compact"
          variant="quiet"
          icon={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {text('ui.editor.trailerRemove')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        busy={trailer.working}
        title={`${text('ui.editor.trailerRemove')}?`}
        text={text('ui.editor.trailerRemoveText')}
        confirmLabel={text('ui.editor.trailerRemove')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
        onClose={() => setAsking(false)}
        onConfirm={() => void trailer.remove().then(() => setAsking(false))}
      />
    </span>
  )
}

/** What can be done with a trailer (API-16, API-17, API-20). */
function useTrailer({ tag }: Title) {
  const { text, error } = useTitleEditorTexts()
  const failure = (found: unknown) => ({ text: error(found), sticky: true })
  const remove = useWrite(titles.removeTrailer, { success: text('success.trailerRemoved'), failure })
  const retry = useWrite(titles.retry, { failure })
  const encode = useWrite(titles.encodeTrailer, { failure })
  const cancel = useWrite(titles.cancelContent, { success: text('success.fileCanceled'), failure })
  return {
    working: [remove, retry, encode, cancel].some(({ isPending: pending }) => pending),
    remove: () => remove.send({ titleTag: tag }),
    retry: () => retry.send({ tag, isTrailerFile: true }),
    again: () => encode.send({ tag }),
    cancel: () => cancel.send({ titleTag: tag, isTrailerFile: true }),
  }
}
