const NAME = 'cms-studio';
const VERSION = 3;
type Store = 'drafts' | 'snapshots';
let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      // Snapshots can be read again; drafts stay.
      if (request.result.objectStoreNames.contains('snapshots')) request.result.deleteObjectStore('snapshots');
      for (const name of ['drafts', 'snapshots']) if (!request.result.objectStoreNames.contains(name)) request.result.createObjectStore(name, { keyPath: 'key' });
    };
    request.onsuccess = () => {
      // A tab with a newer studio may change the shape of it.
      request.result.onversionchange = () => {
        request.result.close();
        opened = null;
      };
      request.result.onclose = () => {
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opened = null; // a tab that is older or newer may be gone the next time
      reject(request.error);
    };
  });
  return opened;
}

/** One piece of work on what this browser keeps. */
export async function within<T>(store: Store, mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const rows = await database();
  return new Promise((resolve, reject) => {
    const transaction = rows.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    if (mode === 'readwrite') transaction.commit(); // at once, so that it also stands when the page ends now
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}
