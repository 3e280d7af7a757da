import {
  type Kinora,
  KinoraRoot,
  type Uploads,
  useUploadDrop,
  useUploadStatus,
  useUploads,
} from '@kinora/react'
import '@kinora/react/styles.css'

/** Files and uploads in markup of your own. */
export default function HookUpload({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <Files />
    </KinoraRoot>
  )
}

function Files() {
  const { take, checking, refused } = useUploadDrop()
  const uploads = useUploads()
  return (
    <>
      <label>
        Videos{' '}
        <input
          type="file"
          accept="video/mp4"
          multiple
          onChange={event => void take([...(event.target.files ?? [])])}
        />
      </label>
      {checking === undefined ? null : <p>Looking at {checking} …</p>}
      <p role="alert">{refused.map(({ name, words }) => `${name}: ${words}`).join(' ')}</p>
      <ul aria-label="Uploads">
        {uploads.items.map(item => (
          <Upload key={item.id} item={item} uploads={uploads} />
        ))}
      </ul>
    </>
  )
}

function Upload({ item, uploads }: { item: Uploads['items'][number]; uploads: Uploads }) {
  const { words, fraction } = useUploadStatus(item)
  return (
    <li>
      {item.fileName}: {words} <progress value={fraction} aria-label={item.fileName} />
      <button type="button" onClick={() => void uploads.remove(item.id)}>
        Remove {item.fileName}
      </button>
    </li>
  )
}
