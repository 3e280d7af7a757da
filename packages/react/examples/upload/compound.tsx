import {
  type Kinora,
  KinoraRoot,
  UploadDrop,
  UploadList,
  UploadQueue,
  UploadSummary,
  useUploadQueueView,
} from '@kinora/react'
import '@kinora/react/styles.css'

export interface CompoundUploadProps {
  kinora: Kinora
  /** The title that the file is for. */
  tag: string
}

/** The video of one title, and the queue in a place of the page, with a button of your own. */
export default function CompoundUpload({ kinora, tag }: CompoundUploadProps) {
  return (
    <KinoraRoot kinora={kinora}>
      <UploadDrop tag={tag} heading="Drop the new recording here" look="compact" />
      <UploadQueue className="studio-queue">
        <UploadSummary />
        <PauseAll />
        <UploadList
          renderRow={(item, ours) =>
            item.state.kind === 'complete' ? <li>{item.fileName} is done</li> : ours
          }
        />
      </UploadQueue>
    </KinoraRoot>
  )
}

function PauseAll() {
  const { uploads } = useUploadQueueView()
  const sending = uploads.items.filter(({ state }) => ['starting', 'uploading'].includes(state.kind))
  return (
    <button
      type="button"
      disabled={sending.length === 0}
      onClick={() => {
        for (const { id } of sending) uploads.pause(id)
      }}
    >
      Pause all
    </button>
  )
}
