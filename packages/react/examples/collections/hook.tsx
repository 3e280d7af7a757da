import { type Kinora, KinoraRoot, useCollectionList } from '@kinora/react'

/** Your own markup: names in display order, and a button that brings the last one to the top. */
function Collections() {
  const { rows, isLoading, error, reorder } = useCollectionList()
  const tags = rows.map(({ collectionTag }) => collectionTag)
  const last = tags.at(-1)
  if (error) return <p role="alert">{error}</p>
  return (
    <main aria-busy={isLoading}>
      <ol>
        {rows.map(({ collectionTag, name, itemCount }) => (
          <li key={collectionTag}>
            {name} ({itemCount})
          </li>
        ))}
      </ol>
      {last === undefined ? null : (
        <button type="button" onClick={() => void reorder([last, ...tags.slice(0, -1)])}>
          Last one first
        </button>
      )}
    </main>
  )
}

export default function CollectionsByHook({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <Collections />
    </KinoraRoot>
  )
}
