import {
  checkTitleJob,
  type Input,
  type Metadata,
  type TitleAct,
  type TitleEdit,
  titleJobs,
} from '@kinora/core'
import { useState } from 'react'
import { useRead } from '../../kernel/use-read.ts'
import { useWrite } from '../../kernel/use-write.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { BulkFields } from './bulk-fields.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { useTitleJobTexts } from './texts.ts'

/** The titles that an act is for, and how many they are. */
export interface TitleChoice {
  titles: Pick<Input<typeof titleJobs.create>, 'tags' | 'filter'>
  count: number
}

export interface BulkDialogProps {
  act: TitleAct
  choice: TitleChoice
  metadata: Metadata | undefined
  onClose: () => void
  /** The job runs on the server from now on. */
  onStarted: () => void
}

/** What would be done to many titles, shown before it is done (TITLE-26); an edit is put together first. */
export function BulkDialog({ act, choice, metadata, onClose, onStarted }: BulkDialogProps) {
  const { text, issue } = useTitleJobTexts()
  const [edit, setEdit] = useState<TitleEdit>({})
  const [isShown, setShown] = useState(act !== 'edit')
  const [problem, setProblem] = useState<string>()
  const draft = { act, ...choice.titles, ...(act === 'edit' && { edit }) }
  const [isSent, setSent] = useState(false)
  const preview = useRead(
    titleJobs.preview,
    { ...draft, outcome: 'change', take: 10 },
    // What is deleted by now can't be looked at any more.
    { enabled: isShown && !isSent },
  )
  const change = (next: TitleEdit) => {
    setEdit(next)
    setProblem(undefined)
  }
  const create = useWrite(titleJobs.create)
  const counts = preview.data?.counts
  const show = () => {
    const [first] = checkTitleJob(draft)
    setProblem(first && issue(first))
    setShown(first === undefined)
  }
  const start = async () => {
    if (counts === undefined || counts.change === 0) return
    setSent(true)
    const result = await create.send({ ...draft, expected: counts.total })
    if (result.kind === 'done') onStarted()
    else setSent(false)
  }
  const isDangerous = act === 'delete' || act === 'unpublish'
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={text(`ui.jobs.title.${act}`, { count: choice.count })}
      closeLabel={text('ui.close')}
      actions={
        <>
          {isShown && act === 'edit' ? (
            <Button onClick={() => setShown(false)}>{text('ui.jobs.back')}</Button>
          ) : (
            <Button onClick={onClose}>{text('ui.cancel')}</Button>
          )}
          {isShown ? (
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              loading={create.pending}
              aria-disabled={!counts?.change || undefined}
              onClick={() => void start()}
            >
              {text(`ui.jobs.apply.${act}`, { count: counts?.change ?? choice.count })}
            </Button>
          ) : (
            <Button variant="primary" onClick={show}>
              {text('ui.jobs.showChanges')}
            </Button>
          )}
        </>
      }
    >
      {isShown ? (
        <BulkPreview act={act} draft={draft} preview={preview} isSent={isSent} />
      ) : (
        <BulkFields edit={edit} onChange={change} metadata={metadata} problem={problem} />
      )}
    </Dialog>
  )
}
