using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.Serialization;
using System.Threading.Tasks;
using Aliado;

/// <summary>A day of tills that sell by the C# client: what each took for sold in the end, and how many calls gave it no answer.</summary>
sealed class Day
{
    readonly DayAsked asked;
    readonly List<Consumption> sold = new List<Consumption>();
    int unanswered;

    Day(DayAsked asked)
    {
        this.asked = asked;
    }

    public static async Task<string> Run(DayAsked asked)
    {
        var tills = asked.urls.Select((url, till) =>
        {
            var options = asked.options.Options();
            options.Random = new Random(100 + till).NextDouble;
            var given = asked.credential;
            return new AliadoClient(url, given.apiKey, given.clientId, given.clientSecret, options);
        }).ToList();
        var days = tills.Select(_ => new Day(asked)).ToList();
        await Task.WhenAll(days.Select((day, till) => Task.Run(() => day.Sell(till, tills[till]))));

        // The list comes whole through the same network.
        var listed = await days[0].Settled(async () =>
        {
            var reader = tills[0].Consumptions(new ConsumptionFilter { PageSize = 40 });
            var all = new List<ListedConsumption>();
            while (await reader.ReadAsync()) all.Add(reader.Current);
            return all;
        });
        return Program.Json(new DayFound
        {
            sold = days.SelectMany(day => day.sold).ToList(),
            unanswered = days.Sum(day => day.unanswered),
            listed = listed,
        });
    }

    async Task Sell(int till, AliadoClient client)
    {
        for (var n = 1; n <= asked.sales; n++)
        {
            // What a till keeps before it calls.
            var reference = "T-" + till + "-" + n;
            string applyKey = AliadoClient.NewIdempotencyKey(), confirmKey = AliadoClient.NewIdempotencyKey();
            var amount = (10000 + n) / 100m;
            var person = new EligibilityRequest
            {
                IdentificationTypeId = asked.person.IdentificationTypeId,
                Identification = asked.person.Identification,
                PurchaseAmount = amount,
            };
            var offers = (await Settled(() => client.EligibilityAsync(person))).Discounts;
            var purchase = new Purchase
            {
                IdentificationTypeId = asked.person.IdentificationTypeId,
                Identification = asked.person.Identification,
                MerchantDiscountId = offers[0].MerchantDiscountId,
                PurchaseAmount = amount,
                Reference = reference,
            };
            var held = await Settled(() => client.ApplyAsync(purchase, applyKey));
            var paid = new Paid
            {
                AuthorizationCode = held.AuthorizationCode,
                Reference = reference,
                ConsumptionDate = DateTimeOffset.Now.ToString("o"),
            };
            sold.Add(await Settled(() => client.ConfirmAsync(paid, confirmKey)));
        }
    }

    /// <summary>Sends the same again until it is settled, as a till does from what it has kept.</summary>
    async Task<Value> Settled<Value>(Func<Task<Value>> call)
    {
        for (var resent = 0; ; resent++)
        {
            try
            {
                return await call();
            }
            catch (AliadoUnanswered)
            {
                unanswered++;
                if (resent == asked.resentMax) throw;
            }
        }
    }
}

[DataContract]
class DayAsked
{
    [DataMember] public List<string> urls;
    [DataMember] public GivenCredential credential;
    [DataMember] public GivenOptions options;
    [DataMember] public Person person;
    [DataMember] public int sales;
    [DataMember] public int resentMax;
}

[DataContract]
class DayFound
{
    [DataMember] public List<Consumption> sold;
    [DataMember] public int unanswered;
    [DataMember] public List<ListedConsumption> listed;
}
