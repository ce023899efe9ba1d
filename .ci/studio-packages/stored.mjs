// What a browser keeps of the studio, read beside the page. The page itself may not have come so far as to make its stores.

/** The rows of one of the studio's stores, with their keys, or none where the page has not made it yet. */
export const rowsIn = (page, name) => page.evaluate((store) => new Promise((done, failed) => {
  const asked = indexedDB.open('cms-studio');
  let absent = false;
  asked.onupgradeneeded = () => {
    absent = true;
    asked.transaction.abort(); // or the page would find a database that nobody has put its stores into
  };
  asked.onerror = (event) => {
    event.preventDefault();
    if (absent) done([]);
    else failed(asked.error);
  };
  asked.onsuccess = () => {
    const rows = asked.result.transaction(store).objectStore(store).getAll();
    rows.onsuccess = () => {
      asked.result.close();
      done(rows.result);
    };
    rows.onerror = () => failed(rows.error);
  };
}), name);
